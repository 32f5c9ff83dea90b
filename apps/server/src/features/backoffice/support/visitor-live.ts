/** The visitors' socket `/api/service/live`: the messages of one conversation in order, resumed at the device's `seq`. */
import type { WebSocket } from 'ws';
import type { Bus } from '../../../platform/bus.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { SocketEndpoint } from '../../../platform/feature.ts';
import type { Log } from '../../../platform/log.ts';
import { awaitHello, sendJson } from '../../../kernel/events/json-socket.ts';
import type { MemberRecords } from '../../../kernel/requests/member-records.ts';
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

const PAGE = 100;
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
      sendJson(socket, { kind: 'typing', ID: conversationId, name });
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
      sendJson(device.socket, {
        kind: 'changed',
        conversation: conversationOut(conversation),
        messages: shown.map(messageOut),
      });
      if (messages.length < PAGE) return;
    }
  }

  private accept(socket: WebSocket): void {
    awaitHello(socket, {
      isHello: ({ visitor }) => typeof visitor === 'string',
      greet: (hello) => {
        const after = Number(hello['after'] ?? 0);
        const sentSeq = Number.isSafeInteger(after) && after >= 0 && after < 2 ** 31 ? after : 0;
        return this.greet(socket, { visitor: hello['visitor'] as string, sentSeq });
      },
      onFailure: (err) => this.deps.log.warn({ err }, 'the greeting of a visitor failed'),
    });
  }

  private async greet(socket: WebSocket, hello: { visitor: string; sentSeq: number }) {
    const hash = hashOfVisitor(hello.visitor);
    const conversation = await this.deps.database.maybe(conversationOfVisitor, [hash]);
    const id = conversation?.id ?? 0;
    if (conversation === undefined || (this.devices.get(id)?.size ?? 0) >= DEVICES_MAX) {
      sendJson(socket, { kind: 'refused', code: conversation === undefined ? 5007 : 4024 });
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
