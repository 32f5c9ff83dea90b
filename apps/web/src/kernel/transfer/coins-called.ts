/** Finds coins by what was typed; pure. */

/** Those whose symbol or name contains what was typed. */
export function coinsCalled<Coin extends { coinname: string; name: string }>(
  coins: readonly Coin[],
  wish: string,
): Coin[] {
  const text = wish.trim().toLowerCase();
  return coins.filter(({ coinname, name }) =>
    [coinname, name].some((word) => word.toLowerCase().includes(text)),
  );
}
