/** Which of a member's deposits or withdrawals a program asks for. */
export interface TransferRange {
  readonly memberId: number;
  readonly asset: string | null;
  /** Id of the record that the page starts behind; 0 for an end of the list. */
  readonly from: number;
  /** `next` goes to older records, `prev` to newer ones. */
  readonly direction: 'next' | 'prev';
  readonly limit: number;
}
