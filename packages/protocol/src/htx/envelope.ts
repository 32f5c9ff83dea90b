/** The envelopes of HTX's REST answers: version 1 says "ok" or "error", version 2 a number. */
import { type TSchema, Type } from 'typebox';

/** Market data comes in `data` or in `tick`; `ch` names the topic that pushes the same. */
export const HtxData = <D extends TSchema>(data: D) =>
  Type.Object({
    status: Type.Literal('ok'),
    ch: Type.Optional(Type.String()),
    ts: Type.Optional(Type.Integer()),
    data,
  });

export const HtxTick = <T extends TSchema>(tick: T) =>
  Type.Object({ status: Type.Literal('ok'), ch: Type.String(), ts: Type.Integer(), tick });

export const HtxError = Type.Object({
  ts: Type.Integer(),
  status: Type.Literal('error'),
  'err-code': Type.String({ description: 'invalid-parameter, rate-too-many-requests …' }),
  'err-msg': Type.String(),
  data: Type.Null(),
});

/** `code` 200 is success. */
export const HtxV2 = <D extends TSchema>(data: D) =>
  Type.Object({ code: Type.Integer(), message: Type.Optional(Type.String()), data });
