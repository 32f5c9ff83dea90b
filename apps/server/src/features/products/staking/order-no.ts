/** The numbers of orders. */
import { recordNo } from '../../../kernel/requests/record-letters.ts';

export const LETTER = 'M';

/** M-20418 */
export const orderNoOf = ({ id }: { readonly id: number }): string => recordNo(LETTER, id);
