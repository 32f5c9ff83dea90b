/** One connection of a program to `/ws/v2`: heartbeat, authentication, subscriptions and ordered pushes. */
import type { HtxPush } from '@tern/protocol';
import type { WebSocket } from 'ws';
import { balanceRow } from '../../../../../kernel/ledger/balances.ts';
import type { InstrumentRegistry } from '../../../../../kernel/catalog/instruments.ts';
import type { MemberEventReader } from '../../../../../kernel/events/member-event-reader.ts';
import type { MemberEventRow } from '../../../../../kernel/events/member-events.ts';
import type { Clock } from '../../../../../platform/clock.ts';
import type { Database } from '../../../../../platform/database/database.ts';
import { dropUnanswering, noteDropped } from '../../../../../platform/http/http-meter.ts';
import type { Log } from '../../../../../platform/log.ts';
import { type Access, type Authorization, isSignatureNotValid } from '../../../keys/index.ts';
import { numberedBalances } from '../balance-shape.ts';
import { AccountPushes } from './account-pushes.ts';
import {
  type Channel,
  channelOf,
  type Message,
  parsed,
  seqNumIn,
  type SocketCaller,
  socketCredentials,
} from './messages.ts';
import { missedRows, pushesOn } from './channel-pushes.ts';

export interface PrivateSocketDeps {
  database: Database;
  clock: Clock;
  log: Log;
  events: Pick<MemberEventReader, 'subscribe'>;
  instruments: InstrumentRegistry;
  authorization: Authorization;
  /** False when the key already has the maximum number of connections. */
  admit(socket: PrivateSocket): boolean;
}

const AUTH_WITHIN_MS = 10_000;
const MESSAGES_PER_SECOND = 50;
const UNANSWERED_PINGS_MAX = 2;
const BUFFERED_BYTES_MAX = 1_000_000;

/** HTX's numbers. */
const codes = { ok: 200, badRequest: 400, invalid: 2001, auth: 2002, tooMany: 4000, internal: 500 };

interface Subscription {
  channel: Channel;
  accountPushes: AccountPushes | undefined;
  /** Pushes that arrive while the balances, or what was missed, are being read, sent after them. */
  queued: (() => void)[] | undefined;
  /** Pushes with this number or a lower one were sent as missed ones. */
  sentUpTo: number;
}

export class PrivateSocket {
  access: Access | undefined;
  private readonly deps: PrivateSocketDeps;
  private readonly socket: WebSocket;
  private readonly caller: SocketCaller;
  private readonly subscriptions = new Map<string, Subscription>();
  private unsubscribe: () => void = () => undefined;
  private second = { startedAt: 0, messages: 0 };
  private unansweredPings = 0;
  /** Messages are processed one after the other. */
  private pending: Promise<void> = Promise.resolve();

  constructor(deps: PrivateSocketDeps, socket: WebSocket, caller: SocketCaller) {
    this.deps = deps;
    this.socket = socket;
    this.caller = caller;
    const timer = setTimeout(() => {
      if (this.access === undefined) socket.close(1008, 'no authentication');
    }, AUTH_WITHIN_MS);
    socket.on('close', () => {
      clearTimeout(timer);
      this.unsubscribe();
    });
    socket.on('error', () => socket.terminate());
    socket.on('message', (data: Buffer, isBinary) => {
      const text = isBinary ? '' : data.toString();
      this.pending = this.pending
        .then(() => this.answer(text))
        .catch((error: unknown) => {
          this.deps.log.warn({ err: error }, 'a message on the private socket failed');
          this.send({ code: codes.internal, message: 'internal.error' });
        });
    });
  }

  /** Sends a ping; terminates the connection when the last two are unanswered. */
  ping(): void {
    if (this.unansweredPings >= UNANSWERED_PINGS_MAX) dropUnanswering(this.socket);
    this.unansweredPings += 1;
    this.send({ action: 'ping', data: { ts: this.deps.clock.now() } });
  }

  close(why: string): void {
    this.socket.close(1008, why);
  }

  private async answer(text: string): Promise<void> {
    const message = parsed(text);
    if (message === undefined) {
      this.send({ code: codes.badRequest, message: 'bad.request' });
      return;
    }
    // A ping from the client also shows that it is alive.
    if (message.action === 'ping' || message.action === 'pong') this.unansweredPings = 0;
    if (message.action === 'pong') return;
    if (this.isTooFast()) {
      this.fail(message, codes.tooMany, 'too.many.request');
      return;
    }
    if (message.action === 'ping') this.send({ action: 'pong', data: message.data ?? {} });
    else if (message.action === 'req' && message.ch === 'auth') await this.authenticate(message);
    else if (this.access === undefined) this.fail(message, codes.auth, 'invalid.auth.state');
    else if (message.action === 'sub') await this.subscribe(message, this.access);
    else if (message.action === 'unsub') this.endSubscription(message);
    else this.fail(message, codes.invalid, 'invalid.action');
  }

  private isTooFast(): boolean {
    const now = this.deps.clock.now();
    if (Math.abs(now - this.second.startedAt) >= 1_000) {
      this.second = { startedAt: now, messages: 0 };
    }
    this.second.messages += 1;
    return this.second.messages > MESSAGES_PER_SECOND;
  }

  private async authenticate(message: Message): Promise<void> {
    const credentials = socketCredentials(message.params, this.caller);
    try {
      const access = credentials && (await this.deps.authorization.check(credentials));
      if (access === undefined) {
        this.refuse(message, 'invalid.params');
        return;
      }
      if (this.access !== undefined && this.access.keyId !== access.keyId) {
        this.refuse(message, 'invalid.auth.state');
        return;
      }
      if (this.access === undefined) this.signIn(message, access);
      else this.send({ action: 'req', code: codes.ok, ch: 'auth', data: {} });
    } catch (error) {
      if (!isSignatureNotValid(error)) throw error;
      this.refuse(message, 'auth.fail');
    }
  }

  /** Subscribes to events before it confirms, so that none is missed. */
  private signIn(message: Message, access: Access): void {
    this.access = access;
    if (!this.deps.admit(this)) {
      this.access = undefined;
      this.fail(message, codes.tooMany, 'too.many.connections');
      this.close('too many connections');
      return;
    }
    this.unsubscribe = this.deps.events.subscribe(access.memberId, (row) =>
      this.handleEvent(row, access),
    );
    // The socket closed while the key was checked: its close handler has already run.
    if (this.socket.readyState !== this.socket.OPEN) this.unsubscribe();
    this.send({ action: 'req', code: codes.ok, ch: 'auth', data: {} });
  }

  /** Disconnects after a failed authentication, so that guessing requires a new connection. */
  private refuse(message: Message, why: string): void {
    this.fail(message, codes.auth, why);
    this.close(why);
  }

  private fail({ action, ch }: Message, code: number, message: string): void {
    this.send({ action, code, ch, message });
  }

  private async subscribe(message: Message, access: Access): Promise<void> {
    const name = String(message.ch);
    const channel = channelOf(message.ch, this.deps.instruments);
    if (typeof channel === 'string') {
      this.fail(message, codes.invalid, channel);
      return;
    }
    if (this.subscriptions.has(name)) {
      this.send({ action: 'sub', code: codes.ok, ch: name, data: {} });
    } else if (channel.kind === 'accounts' && seqNumIn(message) === undefined) {
      this.send({ action: 'sub', code: codes.ok, ch: name, data: {} });
      await this.sendBalances(name, channel, access);
    } else await this.sendMissed(message, channel, access);
  }

  private async sendBalances(
    name: string,
    channel: Extract<Channel, { kind: 'accounts' }>,
    { memberId }: Access,
  ): Promise<void> {
    const accountPushes = new AccountPushes(channel.mode);
    const subscription: Subscription = { channel, accountPushes, queued: [], sentUpTo: 0 };
    this.subscriptions.set(name, subscription);
    const read = numberedBalances(this.deps.database, memberId);
    // It was confirmed: a program that is not told would wait for pushes for ever.
    const { balances, seqNum } = await read.catch((error: unknown) => {
      this.socket.close(1011, 'try again');
      throw error;
    });
    const rows = balances.map(balanceRow);
    const change = { accountId: memberId, changeType: null, changeTime: null, seqNum };
    for (const data of accountPushes.pushes(rows, change)) this.push(name, data);
    this.sendQueued(subscription);
  }

  /** Confirms with the number up to which the client has everything, and sends what it missed since the one it named. */
  private async sendMissed(
    message: Message,
    channel: Channel,
    { memberId }: Access,
  ): Promise<void> {
    const name = String(message.ch);
    const accountPushes = channel.kind === 'accounts' ? new AccountPushes(channel.mode) : undefined;
    const subscription: Subscription = { channel, accountPushes, queued: [], sentUpTo: 0 };
    const since = seqNumIn(message);
    if (since === 'invalid') {
      this.fail(message, codes.invalid, 'invalid.seqNum');
      return;
    }
    this.subscriptions.set(name, subscription);
    const missed = await missedRows(this.deps.database, memberId, since).catch((error: unknown) => {
      this.socket.close(1011, 'try again');
      throw error;
    });
    if (typeof missed === 'string') {
      this.subscriptions.delete(name);
      this.fail(message, codes.invalid, missed);
      return;
    }
    this.send({ action: 'sub', code: codes.ok, ch: name, data: { seqNum: missed.upTo } });
    for (const row of missed.rows) {
      for (const data of dataOf(subscription, row, memberId)) {
        await this.written({ action: 'push', ch: name, data });
      }
    }
    if (since !== undefined) subscription.sentUpTo = missed.upTo;
    this.sendQueued(subscription);
  }

  private sendQueued(subscription: Subscription): void {
    const { queued = [] } = subscription;
    subscription.queued = undefined;
    for (const pushQueued of queued) pushQueued();
  }

  private endSubscription(message: Message): void {
    if (!this.subscriptions.delete(String(message.ch))) {
      this.fail(message, codes.invalid, 'invalid.ch');
      return;
    }
    this.send({ action: 'unsub', code: codes.ok, ch: message.ch, data: {} });
  }

  private handleEvent(row: MemberEventRow, { memberId }: Access): void {
    for (const [name, subscription] of this.subscriptions) {
      const pushNow = () => {
        if (row.transaction <= subscription.sentUpTo) return;
        for (const data of dataOf(subscription, row, memberId)) this.push(name, data);
      };
      if (subscription.queued === undefined) pushNow();
      else subscription.queued.push(pushNow);
    }
  }

  private push(ch: string, data: HtxPush['data']): void {
    this.send({ action: 'push', ch, data } satisfies HtxPush);
  }

  /** Sends a message of any number of them, and waits until it is on its way: a long list does not count as unread. */
  private written(message: HtxPush): Promise<void> {
    const { socket } = this;
    if (socket.readyState !== socket.OPEN) return Promise.resolve();
    return new Promise((resolve) => {
      socket.send(JSON.stringify(message), () => resolve());
    });
  }

  private send(message: object): void {
    const { socket } = this;
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > BUFFERED_BYTES_MAX) {
      noteDropped(socket, 'slow');
      socket.close(1013, 'too slow');
    } else socket.send(JSON.stringify(message));
  }
}

function dataOf(
  { channel, accountPushes }: Subscription,
  row: MemberEventRow,
  memberId: number,
): HtxPush['data'][] {
  if (channel.kind === 'accounts') return accountPushes?.of(row, memberId) ?? [];
  const seqNum = row.transaction;
  return pushesOn(channel, row, memberId).map((data) => ({ ...data, seqNum }));
}
