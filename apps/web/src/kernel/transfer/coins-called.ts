/** Finds coins by a query; pure. */

/** Coins whose symbol or name contains the query. */
export function coinsCalled<Coin extends { coinname: string; name: string }>(
  coins: readonly Coin[],
  wish: string,
): Coin[] {
  const text = wish.trim().toLowerCase();
  return coins.filter(({ coinname, name }) =>
    [coinname, name].some((word) => word.toLowerCase().includes(text)),
  );
}
