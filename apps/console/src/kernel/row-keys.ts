/** J and K move the focus through the elements marked `data-row`. */

/** If no row has the focus: starts at the open row, or at the first. */
export function stepRows(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  const focused = rows.findIndex((row) => row === document.activeElement);
  const open = rows.findIndex((row) => row.ariaCurrent === 'true' || row.ariaExpanded === 'true');
  const from = focused === -1 ? open : focused;
  const next = from === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, from + by));
  rows[next]?.focus();
}
