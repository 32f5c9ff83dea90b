/** A naive model of loans: it lives through every day and keeps interest with 36 places. */
import type { LoanTerms } from './loan.ts';

/** A payment on a day of the loan; several may be on one day. Scaled by 10^18. */
export interface NaivePayment {
  readonly day: number;
  readonly amount: bigint;
}

export interface NaiveLoan {
  readonly principal: bigint;
  /** Interest owed, rounded up to whole units. */
  readonly interest: bigint;
  /** How each payment was split. */
  readonly splits: readonly { readonly interest: bigint; readonly principal: bigint }[];
}

/** The loan at the end of `lastDay`, after these payments in the order of their days; each pays at most what is owed. */
export function loanNaively(
  { dailyRate, freeDays, scale }: LoanTerms,
  approved: bigint,
  { payments, lastDay }: { readonly payments: readonly NaivePayment[]; readonly lastDay: number },
): NaiveLoan {
  const unit = 10n ** BigInt(36 - scale);
  const wholeUnits = (exact: bigint) => {
    const units = exact / unit;
    return (units * unit < exact ? units + 1n : units) * 10n ** BigInt(18 - scale);
  };
  let principal = approved;
  let interest = 0n;
  let paid = 0n;
  const splits: { interest: bigint; principal: bigint }[] = [];
  for (let day = 0; day <= lastDay; day += 1) {
    if (day > freeDays) interest += principal * dailyRate;
    for (const payment of payments) {
      if (payment.day !== day) continue;
      const owed = wholeUnits(interest) - paid;
      const toInterest = payment.amount < owed ? payment.amount : owed;
      const toPrincipal = payment.amount - toInterest;
      paid += toInterest;
      principal -= toPrincipal;
      splits.push({ interest: toInterest, principal: toPrincipal });
    }
  }
  return { principal, interest: wholeUnits(interest) - paid, splits };
}
