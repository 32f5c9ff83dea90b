/** The operator behind a session. */
import { type Operator, operatorById } from '../../../../kernel/operators/operators.ts';
import type { Reader } from '../../../../platform/database/database.ts';

/** @throws Error; operators are never removed, so a session always has one */
export async function ownOperator(reader: Reader, id: number): Promise<Operator> {
  const operator = await operatorById(reader, id);
  if (operator === undefined) throw new Error(`no operator ${id} behind a session`);
  return operator;
}
