/** The words of TRON for how a transaction ended. Pure (ADR 118). */

/** `result` is absent unless it failed; a transfer of the coin has no result of a contract, or the first of its words, DEFAULT. */
export function resultOf(result = 'SUCESS', ofContract = 'DEFAULT'): string {
  const isNamed = !['SUCCESS', 'DEFAULT'].includes(ofContract);
  if (result === 'FAILED') return isNamed ? ofContract : 'FAILED';
  if (['SUCESS', 'SUCCESS'].includes(result))
    return isNamed ? `${ofContract}, not failed` : 'SUCCESS';
  return result;
}

/** What nodes say of transactions that are in a block and did nothing. */
const FAILURES: ReadonlySet<string> = new Set([
  'FAILED',
  'REVERT',
  'BAD_JUMP_DESTINATION',
  'OUT_OF_MEMORY',
  'PRECOMPILED_CONTRACT',
  'STACK_TOO_SMALL',
  'STACK_TOO_LARGE',
  'ILLEGAL_OPERATION',
  'STACK_OVERFLOW',
  'OUT_OF_ENERGY',
  'OUT_OF_TIME',
  'JVM_STACK_OVER_FLOW',
  'TRANSFER_FAILED',
  'INVALID_CODE',
]);
/** False also for words that nobody knows: what they mean is for people to find out. */
export const hasFailed = ({ result }: { result: string }): boolean => FAILURES.has(result);
