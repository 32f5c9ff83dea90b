/** Sample values for the gallery. */

/** A random walk of 26 points, deterministic per seed. */
export function walk(seed: number, drift: number): number[] {
  let state = seed;
  let at = 0;
  return Array.from({ length: 26 }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    at += state / 2147483648 - 0.5 + drift;
    return at;
  });
}

export const MARKETS = [
  { base: 'BTC', name: 'Bitcoin', price: '64218.50', percent: '2.419', points: walk(3, 0.12) },
  { base: 'ETH', name: 'Ethereum', price: '3111.04', percent: '1.083', points: walk(11, 0.1) },
  { base: 'SOL', name: 'Solana', price: '148.72', percent: '-0.874', points: walk(7, -0.12) },
  { base: 'LTC', name: 'Litecoin', price: '82.14', percent: undefined, points: walk(31, 0) },
  { base: 'DOGE', name: 'Dogecoin', price: '0.12877', percent: '5.62', points: walk(18, 0.2) },
  { base: 'ZZZ', name: 'No drawing', price: undefined, percent: undefined, points: [] },
] as const;

const level = (price: string, quantity: string, depthShare: string) => ({
  price,
  quantity,
  depthShare,
});

export const ASKS = [
  level('64218.9', '0.0434', '0.1'),
  level('64220.0', '0.9684', '0.5'),
  level('64221.2', '0.7102', '0.7'),
  level('64222.0', '0.0291', '0.72'),
  level('64222.2', '0.0930', '0.75'),
  level('64222.7', '0.0789', '0.79'),
  level('64222.8', '0.3951', '1'),
];
export const BIDS = [
  level('64218.4', '0.3913', '0.2'),
  level('64218.1', '0.1247', '0.25'),
  level('64217.7', '0.5174', '0.45'),
  level('64217.0', '0.3483', '0.6'),
  level('64216.2', '0.2447', '0.7'),
];
