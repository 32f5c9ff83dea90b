/** Reads the sealed document of a statement, and spells its dates and decimals. */

/** The rows of the sealed document by their first column. */
export function readDocument(text) {
  const [heads, ...lines] = text.trimEnd().split('\n');
  const columns = heads.split(',');
  const rows = lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(columns.map((column, at) => [column, cells[at]]));
  });
  const of = (row) => rows.filter((each) => each.row === row);
  return {
    number: of('statement')[0].id,
    start: of('statement')[0].time,
    end: of('end')[0].time,
    opening: of('opening'),
    closing: of('closing'),
    entries: of('entry'),
    places: placesOf(rows),
    sum: Object.fromEntries(of('sum').map(({ kind, usdt }) => [kind, usdt])),
  };
}

/** The most decimals of an asset in the document, so that its column lines up. */
function placesOf(rows) {
  const places = {};
  for (const { row, asset, amount, fee } of rows) {
    if (row !== 'opening' && row !== 'closing' && row !== 'entry') continue;
    for (const text of [amount, fee]) {
      const length = text.split('.')[1]?.length ?? 0;
      places[asset] = Math.max(places[asset] ?? 2, length);
    }
  }
  return places;
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
export const monthName = ({ start }) => MONTHS[Number(start.slice(5, 7)) - 1];
export const lastDay = ({ end }) => new Date(Date.parse(end) - 1).toISOString();
export const periodName = (statement) =>
  `1 to ${Number(lastDay(statement).slice(8, 10))} ${monthName(statement)} ${statement.start.slice(0, 4)}`;
export const dayOnly = (time) =>
  `${Number(time.slice(8, 10))} ${MONTHS[Number(time.slice(5, 7)) - 1].slice(0, 3)}`;
export const dayText = (time) => `${dayOnly(time)} ${time.slice(0, 4)}`;
export const shortHash = (hex) =>
  `${hex.slice(0, 4)} ${hex.slice(4, 8)} … ${hex.slice(-8, -4)} ${hex.slice(-4)}`;

/** USDT first, because every value is in it. */
export const byAsset = (a, b) => (a === 'USDT' ? -1 : b === 'USDT' ? 1 : a < b ? -1 : 1);

const SCALE = 18;
export function scaled(text) {
  const [whole, places = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole + places.padEnd(SCALE, '0'));
  return text.startsWith('-') ? -value : value;
}
export function printed(value) {
  const digits = (value < 0n ? -value : value).toString().padStart(SCALE + 1, '0');
  const places = digits.slice(-SCALE).replace(/0+$/, '');
  const whole = digits.slice(0, -SCALE);
  return `${value < 0n ? '-' : ''}${places === '' ? whole : `${whole}.${places}`}`;
}
/** Toward zero. */
export function cut(text, places) {
  const [whole, rest = ''] = text.split('.');
  return `${whole}.${rest.slice(0, places).padEnd(2, '0')}`;
}
export const pad = (text, places) => {
  const [whole, rest = ''] = text.split('.');
  return `${whole}.${rest.padEnd(places, '0')}`;
};
/** With separators and the sign of printed numbers. */
export function groupDigits(text) {
  const [whole, places] = text.replace('-', '').split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${text.startsWith('-') ? '−' : ''}${grouped}${places === undefined ? '' : `.${places}`}`;
}
export const signed = (text) =>
  (text.startsWith('-') || /^[0.]+$/.test(text) ? '' : '+') + groupDigits(text);
