/** The envelopes of HTX's REST responses: version 1 has a status of "ok" or "error", version 2 a numeric code. */
import { type TSchema, Type } from 'typebox';

/** Market data is in `data` or in `tick`; `ch` is the socket topic of the same data. */
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
