/** API of support: the conversation of a member or visitor with operators (ADR 45). */
import { type Static, type TProperties, Type } from 'typebox';
import { Captcha } from '../account/auth.ts';
import { defineCall } from '../call.ts';
import { Fields, Id, IdIn, ListOf, NoData, NoFields, pageFields, Time } from '../fields.ts';
import { IMAGE_BYTES_MAX } from '../images.ts';
import { RecordCard, RecordIn, RecordKind } from '../record-cards.ts';
import { memberRead, memberSecret, publicRead, publicSecret } from '../presets.ts';

/** Characters of a message. */
export const SUPPORT_TEXT_MAX = 2_000;

/** Stands in a text for each part that was hidden before it was stored: the n-th for the n-th item of `hidden`. */
export const HIDDEN_PART = '\ufffc';

const UPLOAD_BYTES_MAX = Math.ceil(IMAGE_BYTES_MAX * 1.5);

export const SupportState = () =>
  Type.Union(
    [
      Type.Literal('empty'),
      Type.Literal('waiting'),
      Type.Literal('assigned'),
      Type.Literal('answered'),
      Type.Literal('closed'),
    ],
    {
      description:
        'empty: no message yet; waiting: for an operator; assigned: to an operator, who is to answer; answered: waits for the customer',
    },
  );

const HiddenPart = Type.Object({
  kind: Type.Union([Type.Literal('password'), Type.Literal('code'), Type.Literal('card')]),
  length: Type.Integer({ description: 'characters that were hidden' }),
});

/** What both sides see of a message. Plain text: never markup, no link in it opens automatically. */
export const supportMessageFields = {
  seq: Type.Integer({ minimum: 1, description: 'in the conversation, without gaps' }),
  CreatedAt: Time(),
  author: Type.Union(
    [Type.Literal('customer'), Type.Literal('operator'), Type.Literal('automatic')],
    { description: 'automatic: by a rule of the server, signed so' },
  ),
  clientId: Type.String({ description: 'made by the sender; empty for automatic messages' }),
  kind: Type.Union(
    [
      Type.Literal('text'),
      Type.Literal('away'),
      Type.Literal('cancellable'),
      Type.Literal('unanswered'),
      Type.Literal('ended'),
    ],
    {
      description:
        'text: text, image, record or several; automatic: away (support opens at `opensAt`), cancellable (the member can cancel `record` while support is closed), unanswered (closed because no answer came), ended (closed by the customer)',
    },
  ),
  text: Type.String({ description: 'may be empty; U+FFFC stands for a hidden part' }),
  hidden: Type.Array(HiddenPart, { description: 'hidden before it was stored, in order' }),
  image: Type.Union([
    Type.Object({ ID: Id(), width: Type.Integer(), height: Type.Integer() }),
    Type.Null(),
  ]),
  record: Type.Union([RecordCard, Type.Null()], { description: "the member's own" }),
  opensAt: Type.Union([Time(), Type.Null()], { description: 'of an `away`' }),
};

export const SupportMessage = Type.Object({
  ...supportMessageFields,
  name: Type.String({ description: 'the name an operator signs with; may be empty' }),
});
export type SupportMessage = Static<typeof SupportMessage>;

export const SupportConversation = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  state: SupportState(),
  name: Type.String({ description: 'of the operator who has it; empty: nobody, or unnamed' }),
  lastSeq: Type.Integer({ minimum: 0 }),
  readSeq: Type.Integer({ minimum: 0, description: 'read by the customer up to here' }),
  serviceReadSeq: Type.Integer({ minimum: 0, description: 'read by an operator up to here' }),
  closedAt: Type.Union([Time(), Type.Null()]),
  stars: Type.Union([Type.Integer({ minimum: 1, maximum: 5 }), Type.Null()], {
    description: 'satisfaction; given once, after the end',
  }),
});
export type SupportConversation = Static<typeof SupportConversation>;

/** `data` of the live event `service.changed`: the current conversation and its new messages, if any. */
export interface SupportEvent {
  conversation: SupportConversation;
  messages: SupportMessage[];
}

/** `data` of `service.typing`: an operator is writing; shown for a few seconds. */
export interface SupportTyping {
  ID: number;
  name: string;
}

/** The visitor's first message on `/api/service/live` (JSON text). Messages after `after` are sent immediately. */
export interface VisitorHello {
  visitor: string;
  after: number;
}

/** The visitor may also send `{"ping": n}`; the server replies `{kind: 'pong'}`. */
export type VisitorMessage =
  | ({ kind: 'changed' } & SupportEvent)
  | ({ kind: 'typing' } & SupportTyping)
  /** 5007: the token is unknown. */
  | { kind: 'refused'; code: number }
  | { kind: 'pong' };

const Conversation = Type.Object({ conversation: SupportConversation });
const Sent = Type.Object({ conversation: SupportConversation, message: SupportMessage });

export const SeqIn = () =>
  Type.Union([
    Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
    Type.String({ pattern: '^\\d{1,9}$' }),
  ]);
export const ClientId = () =>
  Type.String({
    pattern: '^[\\w-]{16,64}$',
    description: 'random, the same in each retry of a message: it is stored once',
  });
export const TextIn = () =>
  Type.String({
    maxLength: SUPPORT_TEXT_MAX,
    description: 'plain text; may be empty with an image or a record',
  });
export const Upload = () =>
  Type.String({
    maxLength: UPLOAD_BYTES_MAX,
    description: 'PNG, JPEG or WebP of up to 8 MiB in base64, with or without data:…;base64,',
  });
const Visitor = () =>
  Type.String({ pattern: '^[\\w-]{43}$', description: 'token of the visitor, from `open`' });

const messagesInput = {
  after: Type.Optional(SeqIn()),
  before: Type.Optional(SeqIn()),
};
export const messagesSummary =
  'Returns up to 100 messages in order: those after `after`, or the last ones before `before`; without both, the newest.';

/** Each thing that a member or a visitor does: the same call for both, but for who is calling. */
const inputs = {
  messages: messagesInput,
  send: {
    clientId: ClientId(),
    text: TextIn(),
    imageId: Type.Optional(IdIn()),
  },
  uploadImage: { base64Str: Upload() },
  image: { imageId: IdIn() },
  read: { seq: SeqIn() },
  typing: {},
  end: {},
  rate: {
    stars: Type.Integer({ minimum: 1, maximum: 5 }),
    text: Type.Optional(Type.String({ maxLength: 500 })),
  },
} satisfies Record<string, TProperties>;

const ofMember = { ID: IdIn() };
const withRecord = { record: Type.Optional(RecordIn()) };
const ofVisitor = { visitor: Visitor() };
const Messages = Type.Object({
  conversation: SupportConversation,
  list: Type.Array(SupportMessage),
});
const Uploaded = Type.Object({ ID: Id(), width: Type.Integer(), height: Type.Integer() });
const ImageOut = Type.Object({ image: Type.String({ description: 'data URL' }) });

const member = { auth: 'member', movesMoney: false } as const;
const visitor = { auth: 'public', movesMoney: false, method: 'POST' } as const;
const Lang = () =>
  Type.String({ pattern: '^(de|en|es|ru|pt|fr|it|id|jp|kr|tr|vn|zh|tw)$', description: 'prefix' });

export const supportCalls = {
  supportHours: defineCall({
    ...publicRead,
    path: '/service/hours',
    summary: 'Returns whether support is here, its hours, and how long an answer has taken.',
    input: NoFields(),
    output: Type.Object({
      isOpen: Type.Boolean({ description: 'within the hours' }),
      isHere: Type.Boolean({ description: 'within the hours, and an operator is connected' }),
      opensAt: Type.Union([Time(), Type.Null()], { description: 'null while open, or never' }),
      closesAt: Type.Union([Time(), Type.Null()], { description: 'null while closed, or never' }),
      answerMinutes: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
        description: 'median minutes to the first answer of recent conversations; null: too few',
      }),
    }),
    codes: [],
  }),
  supportAnswers: defineCall({
    ...publicRead,
    path: '/service/answers',
    summary:
      "Lists the questions asked most, with answers in the caller's language, or in English where it is missing.",
    input: NoFields(),
    output: Type.Object({
      list: Type.Array(
        Type.Object({
          code: Type.String(),
          question: Type.String(),
          text: Type.String({ description: 'plain text' }),
          shows: Type.Union([RecordKind(), Type.Null()], {
            description: "the member's latest record of this kind belongs to the answer",
          }),
        }),
      ),
    }),
    codes: [],
  }),
  supportRecords: defineCall({
    ...memberRead,
    path: '/service/records',
    summary: "Lists the member's latest records, newest first: 20 of one kind, or of all kinds.",
    input: Fields({ kind: Type.Optional(RecordKind()) }),
    output: Type.Object({ list: Type.Array(RecordCard) }),
    codes: [],
  }),
  openSupport: defineCall({
    ...member,
    method: 'POST',
    path: '/service/open',
    summary: "Returns the member's open conversation, or begins one.",
    rate: 'money',
    input: Fields({ lang: Lang() }),
    output: Conversation,
    codes: [],
  }),
  currentSupport: defineCall({
    ...memberRead,
    path: '/service/current',
    summary: "Returns the member's open or last conversation, and how many messages are unread.",
    input: NoFields(),
    output: Type.Object({
      conversation: Type.Union([SupportConversation, Type.Null()]),
      unread: Type.Integer({ minimum: 0 }),
    }),
    codes: [],
  }),
  supportConversations: defineCall({
    ...memberRead,
    path: '/service/list',
    summary: "Lists the member's conversations, newest first.",
    input: Fields({ ...pageFields }),
    output: ListOf(
      Type.Object({
        ...SupportConversation.properties,
        firstText: Type.String({ description: 'the first words of the conversation' }),
      }),
    ),
    codes: [],
  }),
  supportMessages: defineCall({
    ...memberRead,
    path: '/service/messages',
    summary: messagesSummary,
    input: Fields({ ...ofMember, ...inputs.messages }),
    output: Messages,
    codes: [5007],
  }),
  sendToSupport: defineCall({
    ...member,
    method: 'POST',
    path: '/service/send',
    summary:
      'Sends a message, with one of the own records if named (5007 for any other). A retry with the same `clientId` returns the stored message; with another content 5002. 5026 once the conversation is closed; 4024 with `data.seconds` to wait. Passwords, codes and card numbers are hidden before they are stored.',
    rate: 'money',
    input: Fields({ ...ofMember, ...inputs.send, ...withRecord }),
    output: Sent,
    codes: [5002, 5007, 5026],
  }),
  uploadToSupport: defineCall({
    ...member,
    method: 'POST',
    path: '/service/uploadImage',
    summary:
      'Uploads an image for one message of this conversation. It is re-encoded without metadata.',
    rate: 'money',
    bodyBytesMax: UPLOAD_BYTES_MAX,
    input: Fields({ ...ofMember, ...inputs.uploadImage }),
    output: Uploaded,
    codes: [5007, 5008, 5026],
  }),
  supportImage: defineCall({
    ...memberRead,
    path: '/service/image',
    summary: 'Returns an image of the conversation.',
    input: Fields({ ...ofMember, ...inputs.image }),
    output: ImageOut,
    codes: [5007],
  }),
  readSupport: defineCall({
    ...member,
    method: 'POST',
    path: '/service/read',
    summary: 'Marks the messages up to `seq` as read.',
    rate: 'read',
    input: Fields({ ...ofMember, ...inputs.read }),
    output: NoData(),
    codes: [5007],
  }),
  typeToSupport: defineCall({
    ...member,
    method: 'POST',
    path: '/service/typing',
    summary: 'Shows operators for a few seconds that the customer is writing. Not stored.',
    rate: 'read',
    input: Fields({ ...ofMember, ...inputs.typing }),
    output: NoData(),
    codes: [5007],
  }),
  endSupport: defineCall({
    ...member,
    method: 'POST',
    path: '/service/end',
    summary: 'Ends the conversation.',
    rate: 'money',
    input: Fields({ ...ofMember, ...inputs.end }),
    output: Conversation,
    codes: [5007, 5026],
  }),
  rateSupport: defineCall({
    ...member,
    method: 'POST',
    path: '/service/rate',
    summary: 'Rates a closed conversation, once (5034).',
    rate: 'money',
    input: Fields({ ...ofMember, ...inputs.rate }),
    output: Conversation,
    codes: [5007, 5034],
  }),
  mailTranscript: defineCall({
    ...memberSecret,
    path: '/service/transcript',
    summary: "Mails the conversation to the member's address, which was proven at registration.",
    input: Fields({ ...ofMember }),
    output: NoData(),
    codes: [5007],
  }),

  visitorOpen: defineCall({
    ...visitor,
    path: '/service/visitor/open',
    summary:
      'Begins a conversation of a visitor. The token opens this conversation only; it is stored hashed.',
    rate: 'money',
    input: Fields({ lang: Lang() }),
    output: Type.Object({ conversation: SupportConversation, visitor: Visitor() }),
    codes: [],
  }),
  visitorMessages: defineCall({
    ...visitor,
    path: '/service/visitor/messages',
    summary: messagesSummary,
    rate: 'read',
    input: Fields({ ...ofVisitor, ...inputs.messages }),
    output: Messages,
    codes: [5007],
  }),
  visitorSend: defineCall({
    ...visitor,
    path: '/service/visitor/send',
    summary: 'Sends a message of a visitor, as `/service/send`.',
    rate: 'money',
    input: Fields({ ...ofVisitor, ...inputs.send }),
    output: Sent,
    codes: [5002, 5007, 5026],
  }),
  visitorUpload: defineCall({
    ...visitor,
    path: '/service/visitor/uploadImage',
    summary: 'Uploads an image for one message of this conversation, as `/service/uploadImage`.',
    rate: 'money',
    bodyBytesMax: UPLOAD_BYTES_MAX,
    input: Fields({ ...ofVisitor, ...inputs.uploadImage }),
    output: Uploaded,
    codes: [5007, 5008, 5026],
  }),
  visitorImage: defineCall({
    ...visitor,
    path: '/service/visitor/image',
    summary: 'Returns an image of the conversation.',
    rate: 'read',
    input: Fields({ ...ofVisitor, ...inputs.image }),
    output: ImageOut,
    codes: [5007],
  }),
  visitorRead: defineCall({
    ...visitor,
    path: '/service/visitor/read',
    summary: 'Marks the messages up to `seq` as read.',
    rate: 'read',
    input: Fields({ ...ofVisitor, ...inputs.read }),
    output: NoData(),
    codes: [5007],
  }),
  visitorTyping: defineCall({
    ...visitor,
    path: '/service/visitor/typing',
    summary: 'Shows operators for a few seconds that the visitor is writing. Not stored.',
    rate: 'read',
    input: Fields({ ...ofVisitor, ...inputs.typing }),
    output: NoData(),
    codes: [5007],
  }),
  visitorEnd: defineCall({
    ...visitor,
    path: '/service/visitor/end',
    summary: 'Ends the conversation.',
    rate: 'money',
    input: Fields({ ...ofVisitor, ...inputs.end }),
    output: Conversation,
    codes: [5007, 5026],
  }),
  visitorRate: defineCall({
    ...visitor,
    path: '/service/visitor/rate',
    summary: 'Rates a closed conversation, once (5034).',
    rate: 'money',
    input: Fields({ ...ofVisitor, ...inputs.rate }),
    output: Conversation,
    codes: [5007, 5034],
  }),
  visitorTranscriptCode: defineCall({
    ...publicSecret,
    path: '/service/visitor/transcriptCode',
    summary:
      'Sends a code to the address to which the conversation is to be mailed. Requires a captcha.',
    input: Fields({ ...ofVisitor, email: Type.String({ maxLength: 254 }), ...Captcha }),
    output: Type.Object({ seconds: Type.Integer({ description: 'until another may be sent' }) }),
    codes: [4003, 4005, 5007],
  }),
  visitorTranscript: defineCall({
    ...publicSecret,
    path: '/service/visitor/transcript',
    summary: 'Mails the conversation to an address whose code was given.',
    input: Fields({
      ...ofVisitor,
      email: Type.String({ maxLength: 254 }),
      code: Type.String({ maxLength: 20 }),
    }),
    output: NoData(),
    codes: [4003, 4009, 5007],
  }),
};
