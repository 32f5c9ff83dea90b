/** Which calls that move money require a verified member. */
import { memberCalls, nameOf } from './record-fields.ts';

/** Whether the call requires a verified member; every new call that moves money is listed here. */
const NEEDS_VERIFICATION: Record<string, boolean> = {
  'POST /bborder/upbbbuy': false,
  'POST /bborder/upbbsell': false,
  'POST /bborder/amendorder': false,
  'POST /bborder/clearorder': false,
  'POST /bborder/clearorders': false,
  'POST /bborder/placeConditional': false,
  'POST /bborder/placeOco': false,
  'POST /bborder/placeAttached': false,
  'POST /bborder/amendConditional': false,
  'POST /bborder/cancelConditional': false,
  'POST /hyorder/createHyorder': false,
  'POST /recharge/exchange': false,
  'POST /recharge/convertSmall': false,
  'POST /recharge/createRecharge': false,
  'POST /recharge/createRecharge by wire': true,
  'POST /recharge/cancelRecharge': false,
  'POST /recharge/cancelWire': false,
  'POST /withdraw/createWithdraw': true,
  'POST /withdraw/cancelWithdraw': false,
  'POST /transfer/send': true,
  'POST /withdraw_bank/createWithdraw_bank': true,
  'POST /withdraw_bank/cancelWithdraw_bank': false,
  'POST /issue/buySubmit': true,
  'POST /mining_machine/buySingleMining_machine': false,
  'POST /mining_machine/buyShareMining_machine': false,
  'POST /mining_machine_order/redemption': false,
  'POST /user/giveUpMachines': false,
  'POST /mining_machine_order/refund': false,
  'POST /financing_order/createFinancing_order': false,
  'POST /financing_order/redemption': false,
  'POST /loan_order/createLoan_order': true,
  'POST /loan_order/repay': false,
  'POST /recurring/start': false,
};

const moneyCalls = memberCalls.filter(({ movesMoney }) => movesMoney);

/** `POST /path`, then one of its cases. */
const callOf = (name: string) =>
  moneyCalls.find((call) => nameOf(call) === name.split(' ', 2).join(' '));

const casesOf = (isNeeded: boolean) =>
  Object.keys(NEEDS_VERIFICATION).flatMap((name) => {
    const call = callOf(name);
    return call === undefined || NEEDS_VERIFICATION[name] !== isNeeded
      ? []
      : [[name, call] as const];
  });

export const callsWithVerification = casesOf(true);
export const callsWithoutVerification = casesOf(false);

/** Unlisted calls, and entries of removed calls: both should be none. */
export const unlistedMoneyCalls = [
  ...moneyCalls.map(nameOf).filter((name) => NEEDS_VERIFICATION[name] === undefined),
  ...Object.keys(NEEDS_VERIFICATION).filter((name) => callOf(name) === undefined),
];
