/** The visitors' socket `/api/service/live`: the messages of one conversation in order, resumed at the device's `seq`. */
import type { VisitorMessage } from '@tern/protocol';
import type { WebSocket } from 'ws';
import type { Bus } from '../../platform/bus.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SocketEndpoint } from '../../platform/feature.ts';
import { noteDropped } from '../../platform/http/http-meter.ts';
import type { Log } from '../../platform/log.ts';
import type { MemberRecords } from '../../kernel/requests/member-records.ts';
import { conversationOut, messageOut, withCards } from './describe.ts';
import { hashOfVisitor } from './parties.ts';
import { VISITOR_CHANGED, VISITOR_TYPING, type VisitorTyping } from './publish.ts';
import { conversationById, conversationOfVisitor, lastSeqsOf } from './store-conversations.ts';
import { messagesAfter } from './store-messages.ts';

interface VisitorLiveDeps {
  database: Database;
  bus: Bus;
  records: MemberRecords;
  log: Log;
}

const HELLO_WITHIN_MS = 10_000;
const PAGE = 100;
const BUFFERED_BYTES_MAX = 1_000_000;
/** Devices of one visitor: more than a person opens. */
const DEVICES_MAX = 5;

interface Device {
  socket: WebSocket;
  /** Messages up to here were sent. */
  sentSeq: number;
  /** One reading after another, so that messages stay in order. */
  sending: Promise<void>;
}

export class VisitorLive {
  readonly endpoint: SocketEndpoint = {
    path: '/api/service/live',
    accept: (socket) => this.accept(socket),
  };
  private readonly deps: VisitorLiveDeps;
  private readonly devices = new Map<number, Set<Device>>();
  private readonly endings: (() => void)[] = [];

  constructor(deps: VisitorLiveDeps) {
    this.deps = deps;
  }

  start(): void {
    const { bus } = this.deps;
    this.endings.push(
      bus.subscribe(VISITOR_CHANGED, (id) => this.sendAll(id as number)),
      bus.subscribe(VISITOR_TYPING, (typing) => this.showTyping(typing as VisitorTyping)),
    );
  }

  stop(): void {
    for (const end of this.endings) end();
  }

  isConnected(conversationId: number): boolean {
    return this.devices.has(conversationId);
  }

  /** The bus may lose a change, and the visitor would wait for an answer that is there. */
  async checkMessages(): Promise<void> {
    if (this.devices.size === 0) return;
    const stored = await this.deps.database.many(lastSeqsOf, [[...this.devices.keys()]]);
    for (const { id, lastSeq } of stored) {
      for (const device of this.devices.get(id) ?? []) {
        if (device.sentSeq < lastSeq) this.sendNew(device, id);
      }
    }
  }

  private showTyping({ conversationId, name }: VisitorTyping): void {
    for (const { socket } of this.devices.get(conversationId) ?? []) {
      send(socket, { kind: 'typing', ID: conversationId, name });
    }
  }

  private sendAll(conversationId: number): void {
    for (const device of this.devices.get(conversationId) ?? []) {
      this.sendNew(device, conversationId);
    }
  }

  private sendNew(device: Device, conversationId: number): void {
    device.sending = device.sending
      .then(() => this.readAndSend(device, conversationId))
      .catch((error: unknown) => {
        this.deps.log.warn({ err: error }, 'messages of a visitor could not be read');
        // The device connects again and resumes at its last message.
        device.socket.close(1011, 'try again');
      });
  }

  private async readAndSend(device: Device, conversationId: number): Promise<void> {
    const { database } = this.deps;
    for (;;) {
      if (device.socket.readyState !== device.socket.OPEN) return;
      const conversation = await database.one(conversationById, [conversationId]);
      const messages = await database.many(messagesAfter, [conversationId, device.sentSeq, PAGE]);
      device.sentSeq = messages.at(-1)?.seq ?? device.sentSeq;
      const shown = await withCards(this.deps, database, { memberId: null, messages });
      send(device.socket, {
        kind: 'changed',
        conversation: conversationOut(conversation),
        messages: shown.map(messageOut),
      });
      if (messages.length < PAGE) return;
    }
  }

  private accept(socket: WebSocket): void {
    let isGreeted = false;
    const timer = setTimeout(() => socket.close(1008, 'no hello'), HELLO_WITHIN_MS);
    socket.on('close', () => clearTimeout(timer));
    socket.on('error', () => socket.terminate());
    socket.on('message', (data: Buffer, isBinary) => {
      const message = isBinary ? undefined : parseObject(data.toString());
      if (message === undefined) socket.close(1008, 'not a message');
      else if ('ping' in message) send(socket, { kind: 'pong' });
      else if (!isGreeted && typeof message['visitor'] === 'string') {
        isGreeted = true;
        clearTimeout(timer);
        const after = Number(message['after'] ?? 0);
        const sentSeq = Number.isSafeInteger(after) && after >= 0 && after < 2 ** 31 ? after : 0;
        this.greet(socket, { visitor: message['visitor'], sentSeq }).catch((error: unknown) => {
          this.deps.log.warn({ err: error }, 'the greeting of a visitor failed');
          socket.close(1011, 'try again');
        });
      }
    });
  }

  private async greet(socket: WebSocket, hello: { visitor: string; sentSeq: number }) {
    const hash = hashOfVisitor(hello.visitor);
    const conversation = await this.deps.database.maybe(conversationOfVisitor, [hash]);
    const id = conversation?.id ?? 0;
    if (conversation === undefined || (this.devices.get(id)?.size ?? 0) >= DEVICES_MAX) {
      send(socket, { kind: 'refused', code: conversation === undefined ? 5007 : 4024 });
      socket.close(1008, 'refused');
      return;
    }
    if (socket.readyState !== socket.OPEN) return;
    const device: Device = { socket, sentSeq: hello.sentSeq, sending: Promise.resolve() };
    const ofVisitor = this.devices.get(id) ?? new Set();
    this.devices.set(id, ofVisitor.add(device));
    socket.on('close', () => {
      ofVisitor.delete(device);
      if (ofVisitor.size === 0 && this.devices.get(id) === ofVisitor) this.devices.delete(id);
    });
    this.sendNew(device, id);
  }
}

function send(socket: WebSocket, message: VisitorMessage): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > BUFFERED_BYTES_MAX) {
    noteDropped(socket, 'slow');
    socket.close(1013, 'too slow');
  } else socket.send(JSON.stringify(message));
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null;
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
