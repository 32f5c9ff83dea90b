/** Operators of a test server: signed in with password and one-time code; each answer is checked against its declaration. */
import { Secret, TOTP } from 'otpauth';
import { Client } from 'pg';
import { type AnyOperatorCall, operatorCalls } from '@tern/protocol/operator';
import type {
  OperatorCallName,
  OperatorInput,
  OperatorOutput,
} from '@tern/protocol/operator/client';
import { paperAccounts } from '../../src/features/account/auth/index.ts';
import { PAPER_ONE_TIME_SECRET } from '../../src/features/backoffice/operators/index.ts';
import { text } from '../../src/platform/database/columns.ts';
import { defineStatement } from '../../src/platform/database/query.ts';
import { sealWith } from '../../src/kernel/operators/act-seal.ts';
import { addAgreedOperator } from './agreed-operator.ts';
import { readAnswer, requestOf } from './api-client.ts';
import { lightPasswords } from './light-passwords.ts';
import type { ManualClock } from './market.ts';
import type { TestServer } from './server.ts';

export type OperatorAnswer<N extends OperatorCallName> =
  | { code: 0; msg: string; data: OperatorOutput<N> }
  | { code: number; msg: string; data: Record<string, unknown> };

export interface Console {
  call<N extends OperatorCallName>(
    name: N,
    input: OperatorInput<N>,
    token?: string,
  ): Promise<OperatorAnswer<N>>;
  /** The data of a success. @throws Error for any other code */
  data<N extends OperatorCallName>(
    name: N,
    input: OperatorInput<N>,
    token?: string,
  ): Promise<OperatorOutput<N>>;
  /** Signs in one of the paper operators with an unused one-time code. Returns the token. */
  signIn(number: 1 | 2): Promise<string>;
  /** An operator who has never signed in. */
  addOperator(login: string, roles: readonly string[]): Promise<void>;
  /** A new operator with exactly these roles, signed in by enrolment. One at a time: each moves the clock by the life of a code. */
  enrolled(roles: readonly string[]): Promise<EnrolledOperator>;
}

export interface EnrolledOperator {
  login: string;
  token: string;
  /** Base32. */
  secret: string;
  recoveryCodes: string[];
}

const byName = new Map<string, AnyOperatorCall>(
  Object.values(operatorCalls).map((call) => [`${call.method} ${call.path}`, call]),
);

const STEP_MS = 30_000;

/** The one-time code of a secret at a time. */
export function codeAt(at: number, secret: string = PAPER_ONE_TIME_SECRET): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
}

const forgetStep = defineStatement({
  name: 'test.forgetOperatorStep',
  text: 'update operators set totp_step = 0 where login = $1',
  params: [text],
});

export const OPERATOR_PASSWORD = 'tern at the console 9';
let count = 0;

export function createConsole(server: TestServer, clock: ManualClock): Console {
  const call: Console['call'] = async (name, input, token) => {
    const declared = byName.get(name);
    if (declared === undefined) throw new Error(`no operator call is named ${name}`);
    const [path, init] = requestOf(declared, input as object, { token });
    return readAnswer(declared, await server.api.raw(path, init)) as never;
  };
  const data: Console['data'] = async (name, input, token) => {
    const answer = await call(name, input, token);
    if (answer.code === 0) return answer.data as never;
    throw new Error(`${name} was refused with ${answer.code}: ${answer.msg}`);
  };
  const addOperator = async (login: string, roles: readonly string[]) => {
    const passwordHash = await lightPasswords().hash(OPERATOR_PASSWORD);
    const owner = new Client(server.fresh.ownerTarget);
    await owner.connect();
    try {
      const seal = sealWith(server.deployment.secretBox);
      await addAgreedOperator(owner, { login, passwordHash, roles }, seal);
    } finally {
      await owner.end();
    }
  };
  return {
    call,
    data,
    addOperator,
    async signIn(number) {
      const { login, password } = paperAccounts.operators[number - 1]!;
      await server.fresh.owner.transaction((tx) => tx.run(forgetStep, [login]));
      const code = codeAt(clock.now());
      const { session } = await data('POST /operator/login', { login, password, code });
      return session!.token;
    },
    async enrolled(roles) {
      count += 1;
      const login = `op-${count}`;
      await addOperator(login, roles);
      const { enrolment } = await data('POST /operator/login', {
        login,
        password: OPERATOR_PASSWORD,
      });
      const { ticket, secret } = enrolment!;
      clock.advance(STEP_MS);
      const code = codeAt(clock.now(), secret);
      const { session, recoveryCodes } = await data('POST /operator/enrol', { ticket, code });
      return { login, token: session.token, secret, recoveryCodes };
    },
  };
}
