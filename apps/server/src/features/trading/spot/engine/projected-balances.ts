/** Members' available balances as they will be once every batch in flight has committed. */
import { type Amount, add, negate, ZERO } from '@tern/money';

/** Most members in memory. */
const MEMBERS_MAX = 50_000;

/**
 * A projection, because other features move balances too. If it is too high, the database refuses the batch; if it is
 * too low, the balance is loaded again before a member is refused.
 */
export class ProjectedBalances {
  private readonly byMember = new Map<number, Map<string, Amount>>();
  /** Changes since `mark`. */
  private changes: { memberId: number; asset: string; amount: Amount }[] = [];

  knows(memberId: number): boolean {
    return this.byMember.has(memberId);
  }

  available(memberId: number, asset: string): Amount {
    return this.byMember.get(memberId)?.get(asset) ?? ZERO;
  }

  /** Ignored for members that are not loaded. */
  change(memberId: number, asset: string, amount: Amount): void {
    if (!this.byMember.has(memberId)) return;
    this.changes.push({ memberId, asset, amount });
    this.apply(memberId, asset, amount);
  }

  /** `rollBack` undoes the changes since this call. */
  mark(): void {
    this.changes = [];
  }

  rollBack(): void {
    for (const { memberId, asset, amount } of this.changes) {
      this.apply(memberId, asset, negate(amount));
    }
    this.changes = [];
  }

  /** Replaces balances with ones read while no batch was in flight. */
  load(
    memberIds: Iterable<number>,
    rows: readonly { ownerId: number; asset: string; available: Amount }[],
  ): void {
    if (this.byMember.size > MEMBERS_MAX) this.byMember.clear();
    for (const memberId of memberIds) this.byMember.set(memberId, new Map());
    for (const { ownerId, asset, available } of rows) {
      this.byMember.get(ownerId)?.set(asset, available);
    }
  }

  private apply(memberId: number, asset: string, amount: Amount): void {
    const balances = this.byMember.get(memberId);
    balances?.set(asset, add(balances.get(asset) ?? ZERO, amount));
  }

  /** Called when a round failed: forgets all balances. */
  forget(): void {
    this.byMember.clear();
    this.changes = [];
  }
}
