/** Fields shared by many calls: amounts, times, pages, lists. */
import { type TProperties, type TSchema, Type } from 'typebox';

/** An exact decimal as text, 0 or more. At most 20 integer digits and 18 places. */
const DECIMAL = '^\\d{1,20}(\\.\\d{1,18})?$';
const SIGNED_DECIMAL = '^-?\\d{1,20}(\\.\\d{1,18})?$';

/**
 * An amount from a client: decimal text, or a JSON number whose text is a plain decimal. Empty text
 * means "not given"; the use case decides what to do then.
 */
export const AmountIn = () =>
  Type.Union([
    Type.String({ pattern: `${DECIMAL}|^$`, maxLength: 40, description: 'exact decimal' }),
    Type.Number({ minimum: 0 }),
  ]);

/** An amount in a response: exact decimal text. */
export const AmountOut = (description = 'exact decimal') =>
  Type.String({ pattern: SIGNED_DECIMAL, description });

/** ISO 8601 UTC with milliseconds; from a client with more places or a time zone too. */
export const Time = (description = 'ISO 8601 UTC') =>
  Type.String({ format: 'date-time', maxLength: 40, description });

/** An identifier in a row. */
export const Id = (description = 'identifier') => Type.Integer({ minimum: 1, description });

/** An identifier from a client: a number, or up to 15 digits, so that it is a safe integer. */
export const IdIn = () =>
  Type.Union([
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    Type.String({ pattern: '^[1-9]\\d{0,14}$' }),
  ]);

/** Of a proposal by an operator. */
export const RequestId = () =>
  Type.Optional(
    Type.String({
      pattern: '^[\\w.:-]{1,64}$',
      description: 'idempotency key: the same value returns the first proposal',
    }),
  );

/** The version of a product's terms, in its row. */
export const Version = () =>
  Type.Integer({ minimum: 1, description: 'of the terms; sent back with a purchase' });

/** The version of the terms that the member saw, in a purchase; another one in force is refused (5004). Absent: unchecked. */
export const VersionIn = () =>
  Type.Optional(
    Type.Union([
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      Type.String({ pattern: '^[1-9]\\d{0,14}$' }),
    ]),
  );

/** HTX spelling: lower case, no separator. */
export const SymbolIn = () => Type.String({ pattern: '^[a-z0-9]{2,20}$', description: 'btcusdt' });

/** `page` from 1, `pageSize` 1–100; numbers or digits, because GET parameters are text. */
export const pageFields = {
  page: Type.Optional(
    Type.Union([
      Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      Type.String({ pattern: '^([1-9]\\d{0,5}|1000000)$' }),
    ]),
  ),
  pageSize: Type.Optional(
    Type.Union([
      Type.Integer({ minimum: 1, maximum: 100 }),
      Type.String({ pattern: '^([1-9]\\d?|100)$' }),
    ]),
  ),
};

/** A prefix of the fourteen languages. */
export const Lang = () =>
  Type.String({ pattern: '^(de|en|es|ru|pt|fr|it|id|jp|kr|tr|vn|zh|tw)$', description: 'prefix' });

/** `{list, total, page, pageSize}`. */
export const ListOf = <Row extends TSchema>(row: Row) =>
  Type.Object({
    list: Type.Array(row),
    total: Type.Integer({ minimum: 0 }),
    page: Type.Integer({ minimum: 1 }),
    pageSize: Type.Integer({ minimum: 1 }),
  });

/** An input object that refuses unknown fields. */
export const Fields = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

/** No input. */
export const NoFields = () => Type.Object({}, { additionalProperties: false });
/** No data beyond the code. */
export const NoData = () => Type.Object({});
