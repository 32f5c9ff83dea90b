/** The ids of products that every installation in paper mode has. */

/** How many products each SQL file adds, in the order of the files; offerings are added at the first start. */
const SEEDED = { earn: 4, loan: 2, offering: 3 } as const;
const FIRST_ID = 101;

function firstOf(kind: keyof typeof SEEDED): number {
  const kinds = Object.keys(SEEDED) as (keyof typeof SEEDED)[];
  const before = kinds.slice(0, kinds.indexOf(kind));
  return before.reduce((id, each) => id + SEEDED[each], FIRST_ID);
}

/** The fixed term and the loan are in USDT; the offering is the open one. */
export const PAPER_PRODUCTS = {
  fixedTerm: firstOf('earn'),
  loan: firstOf('loan'),
  offering: firstOf('offering') + 1,
};
