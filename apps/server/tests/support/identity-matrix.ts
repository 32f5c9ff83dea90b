/** Which calls that move money require a verified member. */
import { memberCalls, nameOf } from './named-records.ts';

/** Whether rules §10 require verification; every new call that moves money is listed here. */
const ASKS_WHO: Record<string, boolean> = {
  'POST /bborder/upbbbuy': false,
  'POST /bborder/upbbsell': false,
  'POST /bborder/clearorder': false,
  'POST /hyorder/createHyorder': false,
  'POST /recharge/exchange': false,
  'POST /recharge/createRecharge': false,
  'POST /recharge/createRecharge by wire': true,
  'POST /recharge/cancelRecharge': false,
  'POST /recharge/cancelWire': false,
  'POST /withdraw/createWithdraw': true,
  'POST /withdraw/cancelWithdraw': false,
  'POST /withdraw_bank/createWithdraw_bank': true,
  'POST /withdraw_bank/cancelWithdraw_bank': false,
};

const moneyCalls = memberCalls.filter(({ movesMoney }) => movesMoney);

/** `POST /path`, then one of its cases. */
const callOf = (name: string) =>
  moneyCalls.find((call) => nameOf(call) === name.split(' ', 2).join(' '));

const tried = (asks: boolean) =>
  Object.keys(ASKS_WHO).flatMap((name) => {
    const call = callOf(name);
    return call === undefined || ASKS_WHO[name] !== asks ? [] : [[name, call] as const];
  });

export const asking = tried(true);
export const notAsking = tried(false);

/** Unlisted calls, and entries of removed calls: both should be none. */
export const unplacedMoneyCalls = [
  ...moneyCalls.map(nameOf).filter((name) => ASKS_WHO[name] === undefined),
  ...Object.keys(ASKS_WHO).filter((name) => callOf(name) === undefined),
];
