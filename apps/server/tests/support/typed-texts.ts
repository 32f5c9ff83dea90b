/** Every text that a person types and another one reads, with the call that takes it; and texts that must stay text. */
import { type Call, calls } from '@tern/protocol';
import { operatorCalls } from '@tern/protocol/operator';
import type {
  OperatorCallName,
  OperatorInput,
  OperatorOutput,
} from '@tern/protocol/operator/client';
import { type Api, requestOf } from './api-client.ts';
import { CARD } from './fiat.ts';
import { DETAILS, documentsOf } from './identities.ts';
import { validOperatorInput } from './operator-inputs.ts';
import { PASSWORD } from './people.ts';
import { newId } from './support-world.ts';
import { TRON_ADDRESS } from './withdrawals.ts';

/** Texts that someone else's program may run, hide or misread. Longer ones are cut to the length of the field. */
export const HOSTILE: Readonly<Record<string, string>> = {
  markup: '<img src=x onerror="window.injected=1">',
  script: '</textarea><script>window.injected=1</script>',
  attribute: '" onmouseover="window.injected=1" style="position:fixed;inset:0" x="',
  'an address of a script': 'javascript:window.injected=1',
  'a formula': '=HYPERLINK("http://evil.test","open")',
  'a formula of a sum': '+1+1',
  'a formula of a difference': '-1+1',
  'a formula of a function': '@SUM(A1)',
  'a formula behind a tab': '\t=1+1',
  placeholders: '{name} {time} ${7*7} {{x}} %s',
  'a line of a mail head': 'Kim\r\nBcc: thief@evil.test\r\n\r\nSend it here',
  'reversed direction': 'invoice\u202Efdp.exe',
  'isolated direction': '\u2067abc\u2069 def',
  'control characters': 'Kim\u0007\u001B[31m red\u0008',
  'a null byte': 'Kim\u0000Tester',
  'half a character': 'Kim\ud800Tester',
  'a very long word': 'W'.repeat(5_000),
  'stacked marks': `Kim${'\u0301'.repeat(60)}`,
};

/** Who types and who decides. The tokens are of a verified member with a withdrawal password, and of an operator with every role. */
export interface Typist {
  api: Api;
  member: { token: string; memberId: number };
  operatorToken: string;
  /** Epoch ms of the server. */
  now(): number;
  register(): Promise<{ token: string; memberId: number }>;
  operator<N extends OperatorCallName>(
    name: N,
    input: OperatorInput<N>,
  ): Promise<OperatorOutput<N>>;
}

export interface TypedCall {
  /** Paths of the fields: `texts[].title`. */
  fields: readonly string[];
  /** A valid input, and whose token it is sent with; made anew for each text. */
  make(typist: Typist): Promise<{ input: object; token?: string }>;
}

/** Documents of a new member, under review by the operator. */
async function claimed(typist: Typist) {
  const person = await typist.register();
  const documents = await documentsOf(typist, person);
  const { user_card } = await typist.api.data('POST /user_card/createUser_card', documents, person);
  const search = user_card.recordNo;
  const { list } = await typist.operator('GET /operator/review/list', { search });
  const ID = list[0]!.ID;
  await typist.operator('POST /operator/review/claim', { ID });
  const { rereview } = await typist.operator('GET /operator/review/find', { ID });
  return { ID, hash: rereview.hash };
}

async function conversation({ api, member }: Typist): Promise<number> {
  return (await api.data('POST /service/open', { lang: 'en' }, member)).conversation.ID;
}

/** A conversation of a new member that the operator has claimed. */
async function answered({ api, register, operator }: Typist) {
  const person = await register();
  const { conversation: opened } = await api.data('POST /service/open', { lang: 'en' }, person);
  const { ID } = opened;
  await api.data('POST /service/send', { ID, clientId: newId(), text: 'Hello' }, person);
  await operator('POST /operator/service/claim', { ID });
  return { ID, token: person.token };
}

let replies = 0;
let visits = 0;
/** Conversations of visitors are limited per address. */
async function visiting({ api }: Typist): Promise<string> {
  visits += 1;
  const ask = { from: `198.19.0.${visits % 250}` };
  return (await api.data('POST /service/visitor/open', { lang: 'en' }, ask)).visitor;
}

/** By `METHOD path`. A new text that others read is one more row. */
export const TYPED: Readonly<Record<string, TypedCall>> = {
  'POST /user/setMailWord': {
    fields: ['word'],
    make: async ({ member }) => ({
      input: { word: 'heron tide', password: PASSWORD },
      token: member.token,
    }),
  },
  'POST /user/unfreeze': {
    fields: ['note'],
    make: async ({ api, register }) => {
      const { token } = await register();
      await api.data('POST /user/freeze', {}, { token });
      return { input: { note: 'It was me.' }, token };
    },
  },
  'POST /apiKey/createApiKey': {
    fields: ['name'],
    make: async ({ register }) => ({
      input: { name: 'bot', scopes: ['read'], password: PASSWORD },
      token: (await register()).token,
    }),
  },
  'POST /user_qianbao/createUser_qianbao': {
    fields: ['name', 'remark'],
    make: async ({ api, member }) => {
      const { list } = await api.data('GET /user_qianbao/getUser_qianbaoList', {}, member);
      for (const { ID } of list) {
        await api.data('DELETE /user_qianbao/deleteUser_qianbao', { ID: String(ID) }, member);
      }
      const place = { coin: 'USDT', czline: 'TRC20', addr: TRON_ADDRESS };
      return { input: { ...place, name: 'mine', remark: 'at home' }, token: member.token };
    },
  },
  'POST /user_bank/createUser_bank': {
    fields: ['bankname', 'accountname', 'bankaddress', 'payeeaddress', 'country'],
    make: async ({ register }) => ({ input: CARD, token: (await register()).token }),
  },
  'POST /user_card/createUser_card': {
    fields: ['name', 'address', 'documentNumber', 'taxNumber', 'fundsNote'],
    make: async (typist) => {
      const person = await typist.register();
      const details = { ...DETAILS, fundsNote: 'Salary of a harbour pilot' };
      return { input: await documentsOf(typist, person, details), token: person.token };
    },
  },
  'POST /service/send': {
    fields: ['text'],
    make: async (typist) => ({
      input: { ID: await conversation(typist), clientId: newId(), text: 'Hello' },
      token: typist.member.token,
    }),
  },
  'POST /service/visitor/send': {
    fields: ['text'],
    make: async (typist) => ({
      input: { visitor: await visiting(typist), clientId: newId(), text: 'Hello' },
    }),
  },
  'POST /service/rate': {
    fields: ['text'],
    make: async (typist) => {
      const { ID, token } = await answered(typist);
      await typist.operator('POST /operator/service/close', {
        ID,
        clientId: newId(),
        text: 'Goodbye.',
      });
      return { input: { ID, stars: 5, text: 'Thank you' }, token };
    },
  },
  'POST /operator/review/hold': {
    fields: ['reason'],
    make: async (typist) => {
      const { ID } = await claimed(typist);
      const until = new Date(typist.now() + 20 * 3_600_000).toISOString();
      return { input: { ID, until, reason: 'A question.' }, token: typist.operatorToken };
    },
  },
  'POST /operator/review/reject': {
    fields: ['reason'],
    make: async (typist) => {
      const { ID } = await claimed(typist);
      return { input: { ID, reason: 'Not readable.' }, token: typist.operatorToken };
    },
  },
  'POST /operator/review/approve': {
    fields: ['note'],
    make: async (typist) => {
      const input = { ...(await claimed(typist)), stage: 'first', acknowledged: true };
      return { input: { ...input, note: 'As on the document.' }, token: typist.operatorToken };
    },
  },
  'POST /operator/customer/addNote': {
    fields: ['note'],
    make: async ({ member, operatorToken }) => ({
      input: { ID: member.memberId, note: 'Called.' },
      token: operatorToken,
    }),
  },
  'POST /operator/customer/setStanding': {
    fields: ['reason'],
    make: async ({ register, operatorToken }) => ({
      input: { ID: (await register()).memberId, act: 'freeze', reason: 'On request.' },
      token: operatorToken,
    }),
  },
  'POST /operator/manual/propose': {
    fields: ['reason'],
    make: async ({ member, operatorToken }) => {
      const money = { side: 'credit', coinname: 'USDT', amount: '1' };
      return {
        input: { memberId: member.memberId, ...money, reason: 'A goodwill.' },
        token: operatorToken,
      };
    },
  },
  'POST /operator/announcement/begin': {
    fields: ['title', 'body'],
    make: async ({ operatorToken }) => ({
      input: { cate: 1, title: 'Maintenance', body: 'On Sunday.' },
      token: operatorToken,
    }),
  },
  'POST /operator/product/write': {
    fields: ['terms.*.*'],
    make: async ({ operatorToken }) => ({
      input: validOperatorInput(operatorCalls.writeProduct),
      token: operatorToken,
    }),
  },
  'POST /operator/service/answer': {
    fields: ['text'],
    make: async (typist) => ({
      input: { ID: (await answered(typist)).ID, clientId: newId(), text: 'We look into it.' },
      token: typist.operatorToken,
    }),
  },
  'POST /operator/service/close': {
    fields: ['text'],
    make: async (typist) => ({
      input: { ID: (await answered(typist)).ID, clientId: newId(), text: 'Goodbye.' },
      token: typist.operatorToken,
    }),
  },
  'POST /operator/case/open': {
    fields: ['why'],
    make: async ({ operatorToken, register }) => {
      const { memberId } = await register();
      const input = { memberId, why: 'Paid by many', risk: 'high', reason: 'Four payers a day.' };
      return { input, token: operatorToken };
    },
  },
  'POST /operator/case/note': {
    fields: ['note'],
    make: async ({ operatorToken, operator, register }) => {
      const { memberId } = await register();
      const found = { memberId, why: 'Paid by many', reason: 'Four payers a day.' };
      const { ID } = await operator('POST /operator/case/open', { ...found, risk: 'high' });
      return { input: { ID, note: 'Asked the bank.', level: 'case' }, token: operatorToken };
    },
  },
  'POST /operator/service/signAs': {
    fields: ['name'],
    make: async ({ operatorToken }) => ({ input: { name: 'Amara D.' }, token: operatorToken }),
  },
  'POST /operator/service/writeReply': {
    fields: ['texts[].title', 'texts[].text'],
    make: async ({ operatorToken }) => {
      replies += 1;
      const texts = [{ lang: 'en', title: 'Hello', text: 'Hello, how can we help?' }];
      return { input: { code: `reply-${replies}`, version: 0, texts }, token: operatorToken };
    },
  },
};

const checked = 'a word of a fixed form, which is checked';
const secret = 'compared, and never shown';
const sameCheck = 'read by the check of `reason` of the calls above';

/** Texts that are not sent by this test, by field or by `METHOD path field`, each with its reason. */
export const NOT_SENT: Readonly<Record<string, string>> = {
  email: checked,
  phone: checked,
  countryCode: checked,
  invitationCode: checked,
  'ips[]': checked,
  timeZone: checked,
  birthDate: checked,
  nationality: checked,
  residence: checked,
  documentEndsOn: checked,
  taxCountry: checked,
  funds: checked,
  addr: checked,
  address: checked,
  memo: checked,
  bankcard: checked,
  ibna: checked,
  coinname: checked,
  czline: checked,
  key: checked,
  value: checked,
  effectiveAt: checked,
  ordersUntil: checked,
  endsAt: checked,
  withdrawalsUntil: checked,
  until: checked,
  from: checked,
  day: checked,
  dueOn: checked,
  publishAt: checked,
  seenAt: checked,
  login: checked,
  username: checked,
  kind: checked,
  txid: checked,
  reference: checked,
  type: checked,
  endpoint: checked,
  base64Str: checked,
  'terms.*': checked,
  captcha: secret,
  captchaId: secret,
  password: secret,
  passWord: secret,
  newPassword: secret,
  oldPassword: secret,
  loginPassword: secret,
  pay_password: secret,
  smsCode: secret,
  emailCode: secret,
  code: secret,
  token: secret,
  ticket: secret,
  hash: secret,
  firstHalf: secret,
  secondHalf: secret,
  confirmationId: secret,
  loginId: secret,
  p256dh: secret,
  auth: secret,
  'assertion.authenticatorAttachment': secret,
  'assertion.response.userHandle': secret,
  'credential.authenticatorAttachment': secret,
  'credential.response.transports[]': secret,
  status: 'ignored',
  uid: 'ignored',
  'POST /user/finishPasskey name': 'only its member sees it',
  'POST /user/renamePasskey name': 'only its member sees it',
  'POST /operator/own/finishPasskey name':
    'read like those of other records, with a credential that is signed',
  'POST /operator/provider/finish answer': 'of the provider, and not kept',
  'POST /operator/own/finishLink answer': 'of the provider, and not kept',
  'PUT /user_card/updateUser_card name': 'read like that of new documents',
  'PUT /user_card/updateUser_card address': 'read like that of new documents',
  'PUT /user_card/updateUser_card documentNumber': 'read like that of new documents',
  'PUT /user_card/updateUser_card taxNumber': 'read like that of new documents',
  'PUT /user_card/updateUser_card fundsNote': 'read like that of new documents',
  'POST /service/visitor/rate text': 'read like that of members',
  'POST /operator/role/propose name':
    'no sign that cannot be seen, and no other length (`isDisguised`)',
  'POST /operator/announcement/preview body': 'shown to its writer only',
  'POST /operator/announcement/write title': 'read like that of a new one',
  'POST /operator/announcement/write body': 'read like that of a new one',
  'POST /operator/product/check terms.*.*': 'shown to its writer only',
  'POST /operator/wire/recordReceipt bankReference': sameCheck,
  'POST /operator/payout/recordSent bankReference': sameCheck,
  'POST /operator/payout/proposeReturn bankReference': sameCheck,
  'POST /operator/product/fund bankReference': 'refused in paper mode',
  'POST /operator/wire/recordReceipt payer': sameCheck,
  dueAt: 'a time of a plan, or none',
  'POST /transfer/findMember to': 'names a member, stored nowhere',
  'POST /transfer/send note': 'checked like a remark in member-transfer.test.ts, with its receiver',
  'POST /operator/dayClose/explain account': checked,
  'POST /operator/dayClose/explain record': checked,
  'POST /operator/dayClose/settle record': checked,
  'POST /operator/dayClose/sign note': sameCheck,
  startsAt: checked,
  receivedAt: checked,
  'report.from': checked,
  'report.until': checked,
  'report.narrative': 'read like notes of cases; its file is compared in report-files.test.ts',
  'POST /operator/case/receipt number': 'read like notes of cases',
  reason: sameCheck,
};

interface Described {
  type?: string;
  const?: unknown;
  pattern?: string;
  maxLength?: number;
  anyOf?: Described[];
  items?: Described;
  properties?: Record<string, Described>;
  patternProperties?: Record<string, Described>;
}

/** The longest text that a field of a call takes; by path of every text without a fixed form. */
export function textFieldsOf(call: Call): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const visit = (at: Described, path: string): void => {
    for (const each of at.anyOf ?? []) visit(each, path);
    if (at.type === 'string' && at.pattern === undefined && at.const === undefined) {
      found.set(path, at.maxLength ?? Infinity);
    }
    if (at.items !== undefined) visit(at.items, `${path}[]`);
    const inside = path === '' ? '' : `${path}.`;
    for (const [name, each] of Object.entries(at.properties ?? {})) visit(each, inside + name);
    for (const each of Object.values(at.patternProperties ?? {})) visit(each, `${inside}*`);
  };
  visit(call.input as Described, '');
  return found;
}

/** Every call that changes something, of members and of operators. */
export const writingCalls: ReadonlyMap<string, Call> = new Map(
  [...Object.values(calls), ...Object.values(operatorCalls)]
    .filter(({ method }) => method !== 'GET' && method !== 'DELETE')
    .map((call) => [`${call.method} ${call.path}`, call]),
);

/** The input with the text at a path of `TypedCall.fields`; a text too long is cut. */
function withText(name: string, input: object, field: string, text: string): object {
  const longest = textFieldsOf(writingCalls.get(name)!).get(field) ?? 0;
  const put = (at: unknown, [step = '', ...rest]: string[]): unknown => {
    if (step === '') return text.slice(0, longest);
    if (step === '[]') return (at as unknown[]).map((each) => put(each, rest));
    const record = at as Record<string, unknown>;
    const names = step === '*' ? Object.keys(record).filter((key) => isText(record[key])) : [step];
    return { ...record, ...Object.fromEntries(names.map((key) => [key, put(record[key], rest)])) };
  };
  return put(input, field.replaceAll('[]', '.[]').split('.')) as object;
}

/** The one record of texts by language in the terms of a product. */
const isText = (value: unknown): boolean => typeof value === 'string' || isTexts(value);
const isTexts = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Sends a text in a field of a call. Returns the code of the answer. */
export async function sendText(
  typist: Typist,
  [name, field]: readonly [string, string],
  text: string | undefined,
): Promise<number> {
  const { input, token } = await TYPED[name]!.make(typist);
  const given = text === undefined ? input : withText(name, input, field, text);
  const [path, init] = requestOf(writingCalls.get(name)!, given, { token });
  return (JSON.parse((await typist.api.raw(path, init)).text) as { code: number }).code;
}

/** Every typed text, as call and field. */
export const typedTexts: readonly (readonly [string, string])[] = Object.entries(TYPED).flatMap(
  ([name, { fields }]) => fields.map((field) => [name, field] as const),
);
