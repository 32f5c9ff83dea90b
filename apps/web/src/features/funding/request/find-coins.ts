/** Finds coins by a query; pure. */

/** Coins whose symbol or name contains the query. */
export function findCoins<Coin extends { coinname: string; name: string }>(
  coins: readonly Coin[],
  query: string,
): Coin[] {
  const text = query.trim().toLowerCase();
  return coins.filter(({ coinname, name }) =>
    [coinname, name].some((word) => word.toLowerCase().includes(text)),
  );
}
