/** A balance seems too low but may be out of date, or is not known: it must be read before the batch is matched again. */
export class StaleBalances extends Error {
  override readonly name = 'StaleBalances';
  readonly memberIds: readonly number[];

  constructor(memberIds: readonly number[]) {
    super('balances must be read');
    this.memberIds = memberIds;
  }
}
