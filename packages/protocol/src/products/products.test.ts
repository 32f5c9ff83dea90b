import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { type Call, calls, earnCalls, loanCalls, offeringCalls, stakingCalls } from '../index.ts';

const productCalls: readonly Call[] = [offeringCalls, stakingCalls, earnCalls, loanCalls].flatMap(
  (group) => Object.values(group),
);

const nameOf = ({ method, path }: Call) => `${method} ${path}`;

const call = (name: string): Call => {
  const found = productCalls.find((one) => nameOf(one) === name);
  if (found === undefined) throw new Error(`no call ${name}`);
  return found;
};

const accepts = (name: string, payload: object) => Value.Check(call(name).input, payload);

/** The calls of the specification with its payloads (the loan's amount is that of its form). */
const specified: readonly (readonly [name: string, payload: object])[] = [
  ['GET /issue/list', { page: 1, pageSize: 10 }],
  ['GET /issue/detail', { ID: 1 }],
  ['GET /issue/issueRecordList', { page: 1, pageSize: 10, status: 2 }],
  ['POST /issue/buySubmit', { pid: 1, num: '1240' }],
  ['GET /mining_machine/getMining_machineList', { page: 1, pageSize: 10, type: 3 }],
  ['GET /mining_machine/findMining_machine', { ID: 1 }],
  ['POST /mining_machine/buySingleMining_machine', { id: 1, num: 2 }],
  ['POST /mining_machine/buyShareMining_machine', { id: 1, sharbltxt: '40|60', gxfe: 40 }],
  ['GET /mining_machine_order/getMyorderList', { page: 1, pageSize: 10, type: 1, status: 1 }],
  ['GET /financing/getFinancingList', { page: 1, pageSize: 10 }],
  ['GET /financing/findFinancing', { ID: 1 }],
  ['GET /financing_order/getFinancing_orderList', { page: 1, pageSize: 10 }],
  ['GET /financing_order/sum', {}],
  ['POST /financing_order/createFinancing_order', { financing_id: 1, money: 5000 }],
  ['POST /financing_order/redemption', { ID: 1 }],
  ['GET /loan/getLoanList', { page: 1, pageSize: 10 }],
  ['GET /loan_order/getLoan_orderList', { page: 1, pageSize: 10 }],
  ['POST /loan_order/createLoan_order', { loan_id: 1, min: '100', max: '5000' }],
];

describe('the calls of products', () => {
  it.each(specified)('accept what the specification sends: %s', (name, payload) => {
    expect(accepts(name, payload)).toBe(true);
    const asText = Object.entries(payload).map(([field, value]) => [field, String(value)]);
    expect(accepts(name, Object.fromEntries(asText))).toBe(true);
    expect(accepts(name, { ...payload, price: '1' })).toBe(false);
  });

  it('have one name each, also among all other calls', () => {
    const names = productCalls.map(nameOf);
    expect(new Set(names).size).toBe(names.length);
    const others = Object.values<Call>(calls).filter((one) => !productCalls.includes(one));
    expect(others.map(nameOf).filter((name) => names.includes(name))).toEqual([]);
  });

  it('move money by POST only, with a key and the limit of money calls', () => {
    for (const { method, movesMoney, rate, codes } of productCalls) {
      expect(movesMoney).toBe(method === 'POST');
      expect(rate).toBe(movesMoney ? 'money' : 'read');
      expect(codes.includes(5002) && codes.includes(5003)).toBe(movesMoney);
    }
  });

  it('name each refusal once, in order', () => {
    for (const { codes } of productCalls) {
      expect(codes).toEqual([...new Set(codes)].toSorted((one, other) => one - other));
    }
  });

  it.each<[name: string, codes: readonly number[]]>([
    ['POST /issue/buySubmit', [4006, 4013, 4018, 4020, 4025]],
    ['POST /mining_machine/buySingleMining_machine', [4006, 4013, 4018, 4020]],
    ['POST /mining_machine/buyShareMining_machine', [4018, 4020, 5004]],
    ['POST /financing_order/createFinancing_order', [4006, 4013, 4018, 4020]],
    ['POST /loan_order/createLoan_order', [4006, 4013, 4018, 4025, 5004]],
    ['POST /loan_order/repay', [4013, 4018, 4020]],
  ])('name the refusals of bounds, balance and verification: %s', (name, codes) => {
    expect(call(name).codes).toEqual(expect.arrayContaining([...codes]));
  });

  it('refuse shares that are no percents, and floats or exponents as amounts', () => {
    const share = (sharbltxt: string, gxfe: unknown) =>
      accepts('POST /mining_machine/buyShareMining_machine', { id: 1, sharbltxt, gxfe });
    expect([share('40|60', '60'), share('100', 100), share('40,60', 40), share('40|', 40)]).toEqual(
      [true, false, false, false],
    );
    const money = (value: unknown) =>
      accepts('POST /financing_order/createFinancing_order', { financing_id: 1, money: value });
    expect(['1.5', '', 0, '1e3', '-1', '0.1234567890123456789'].map(money)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
