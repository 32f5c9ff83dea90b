/** The two texts of a decision, as fields of a call: what the member reads, and the reason that stays with operators. */
import { Type } from 'typebox';
import { type MessageCode, messageCodes } from '../member-messages.ts';

export const InnerReason = () =>
  Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'for operators; never shown to members',
  });

/** The messages of an act are in `memberMessages`. */
export const Message = () =>
  Type.Optional(
    Type.Unsafe<MessageCode>(
      Type.Union(
        messageCodes.map((code) => Type.Literal(code)),
        { description: 'what members read; absent: the usual message of the act' },
      ),
    ),
  );
