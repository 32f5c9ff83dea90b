/** API of the inbox: operators claim, answer, hand over and close conversations; nothing else (ADR 45). */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { Fields, Id, IdIn, Lang, NoData, NoFields, Time } from '../../fields.ts';
import { IMAGE_BYTES_MAX } from '../../images.ts';
import { RecordCard, RecordIn, RecordKind } from '../../record-cards.ts';
import {
  ClientId,
  messagesSummary,
  SeqIn,
  supportMessageFields,
  SupportState,
  TextIn,
  Upload,
} from '../../backoffice/support.ts';
import { operatorAct, operatorRead } from '../../presets.ts';

const OrNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

const Who = Type.Object({ ID: Id(), login: Type.String() });

export const InboxRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  memberId: OrNull(Id('null: a visitor, who is not signed in')),
  email: Type.String({ description: "the member's; empty for a visitor" }),
  lang: Type.String({ description: 'prefix of the language the customer reads' }),
  state: SupportState(),
  operator: OrNull(Who),
  assignedAt: OrNull(Time('since when that operator has it')),
  waitingSince: OrNull(Time('of the first message that is not answered yet')),
  lastAt: Time('of the last message'),
  last: Type.Object({
    author: supportMessageFields.author,
    login: Type.String({ description: 'of an operator; empty for others' }),
    kind: Type.Union([Type.Literal('text'), Type.Literal('unanswered'), Type.Literal('ended')], {
      description: 'other automatic messages tell operators nothing new',
    }),
    text: Type.String({ description: 'first words; empty for an image or a record alone' }),
    hasImage: Type.Boolean(),
    hasRecord: Type.Boolean({ description: 'a record of the member is attached' }),
  }),
  unread: Type.Integer({ minimum: 0, description: "customer's messages no operator has read" }),
  closedAt: OrNull(Time()),
});
export type InboxRow = Static<typeof InboxRow>;

export const InboxConversation = Type.Object({
  ...InboxRow.properties,
  lastSeq: Type.Integer({ minimum: 0 }),
  readSeq: Type.Integer({ minimum: 0, description: 'read by the customer up to here' }),
  serviceReadSeq: Type.Integer({ minimum: 0, description: 'read by an operator up to here' }),
  isHere: Type.Boolean({ description: 'the customer is connected' }),
  getsMail: Type.Boolean({
    description:
      'an answer that stays unread is reported by e-mail: to a member, or to a visitor who gave and proved an address',
  }),
  stars: OrNull(Type.Integer({ minimum: 1, maximum: 5 })),
  ratingText: Type.String({ description: 'what the customer wrote with the stars' }),
  before: Type.Array(
    Type.Object({
      ID: Id(),
      CreatedAt: Time(),
      closedAt: OrNull(Time()),
      firstText: Type.String(),
      stars: OrNull(Type.Integer({ minimum: 1, maximum: 5 })),
    }),
    { description: "the member's other conversations, the newest twenty" },
  ),
});
export type InboxConversation = Static<typeof InboxConversation>;

export const InboxMessage = Type.Object({
  ...supportMessageFields,
  login: Type.String({ description: 'of the operator who wrote it; empty for others' }),
});
export type InboxMessage = Static<typeof InboxMessage>;

const ReplyText = Type.Object(
  {
    lang: Lang(),
    title: Type.String({ minLength: 1, maxLength: 80 }),
    text: Type.String({ minLength: 1, maxLength: 2_000 }),
  },
  { additionalProperties: false },
);

const replyUse = {
  isQuestion: Type.Boolean({
    description: 'once published, customers see it before they write: its title is the question',
  }),
  shows: OrNull(RecordKind()),
};

export const SavedReply = Type.Object({
  ID: Id(),
  code: Type.String({ description: 'typed after a slash: pause24' }),
  version: Type.Integer({ minimum: 1 }),
  ...replyUse,
  published: OrNull(
    Type.Object({
      version: Type.Integer({ description: 'the one that customers see' }),
      login: Type.String({ description: 'of the operator who published it, not its writer' }),
      at: Time(),
    }),
  ),
  texts: Type.Array(ReplyText, { description: 'English always; others as far as written' }),
  changedAt: Time(),
  changedBy: Type.String({ description: 'login' }),
});
export type SavedReply = Static<typeof SavedReply>;

const act = {
  auth: 'operator',
  movesMoney: false,
  rate: 'money',
  needs: ['inbox.answer'],
  method: 'POST',
} as const;
const write = { ...act, needs: ['content.write'] } as const;

/**
 * Live: `/api/operator/live` sends `{kind: 'service', ID}` to operators who may answer when a conversation changed (refetch
 * the inbox and, if it is open, its messages after the last `seq`), and `{kind: 'serviceTyping', ID, login}` while someone
 * writes; `login` is empty for the customer.
 */
export const operatorSupportCalls = {
  inbox: defineCall({
    ...operatorRead('inbox.answer'),
    path: '/operator/service/inbox',
    summary:
      'Returns all open conversations and those closed in the last 24 hours, each group up to 100.',
    input: NoFields(),
    output: Type.Object({
      yours: Type.Array(InboxRow, { description: 'assigned to you, who are to answer' }),
      waiting: Type.Array(InboxRow, { description: 'assigned to nobody, oldest first' }),
      answered: Type.Array(InboxRow, { description: 'waiting for the customer' }),
      others: Type.Array(InboxRow, { description: 'assigned to another operator' }),
      closed: Type.Array(InboxRow, { description: 'newest first' }),
      waitingTotal: Type.Integer(),
      oldestAt: OrNull(Time('since when the first of them waits')),
    }),
    codes: [],
  }),
  conversation: defineCall({
    ...operatorRead('inbox.answer'),
    path: '/operator/service/find',
    summary: 'Returns one conversation. Access is logged.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ reconversation: InboxConversation }),
    codes: [5007],
  }),
  conversationMessages: defineCall({
    ...operatorRead('inbox.answer'),
    path: '/operator/service/messages',
    summary: `${messagesSummary} Access is logged.`,
    input: Fields({
      ID: IdIn(),
      after: Type.Optional(SeqIn()),
      before: Type.Optional(SeqIn()),
    }),
    output: Type.Object({ list: Type.Array(InboxMessage) }),
    codes: [5007],
  }),
  conversationImage: defineCall({
    ...operatorRead('inbox.answer'),
    path: '/operator/service/image',
    summary: 'Returns an image of the conversation as a data URL. Access is logged.',
    input: Fields({ ID: IdIn(), imageId: IdIn() }),
    output: Type.Object({ image: Type.String({ description: 'data URL' }) }),
    codes: [5007],
  }),
  conversationRecords: defineCall({
    ...operatorRead('inbox.answer'),
    path: '/operator/service/records',
    summary:
      "Lists the customer's latest 20 records, newest first, to attach one to an answer; a visitor has none. Access is logged.",
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ list: Type.Array(RecordCard) }),
    codes: [5007],
  }),
  colleagues: defineCall({
    ...operatorRead('inbox.answer'),
    path: '/operator/service/colleagues',
    summary: 'Lists the operators who may answer, with the name each signs with.',
    input: NoFields(),
    output: Type.Object({
      list: Type.Array(
        Type.Object({
          ID: Id(),
          login: Type.String(),
          name: Type.String({ description: 'shown to customers; empty: none' }),
          isHere: Type.Boolean({ description: 'connected to the live socket' }),
        }),
      ),
    }),
    codes: [],
  }),
  claimConversation: defineCall({
    ...operatorAct('inbox.answer'),
    path: '/operator/service/claim',
    summary:
      'Assigns a waiting conversation to the caller. Of two who claim concurrently, the other gets 5031.',
    input: Fields({ ID: IdIn() }),
    output: NoData(),
    codes: [5007, 5026, 5031],
  }),
  handOver: defineCall({
    ...operatorAct('inbox.answer'),
    path: '/operator/service/handOver',
    summary:
      "Assigns the caller's conversation to another operator who may answer; without one, back to those waiting.",
    input: Fields({ ID: IdIn(), operatorId: Type.Optional(IdIn()) }),
    output: NoData(),
    codes: [5007, 5026, 5031],
  }),
  answer: defineCall({
    ...operatorAct('inbox.answer'),
    path: '/operator/service/answer',
    summary:
      'Answers in a conversation assigned to the caller (5031), with a record of the customer if named (5007 for any other). A retry with the same `clientId` returns the stored message; with another content 5002.',
    input: Fields({
      ID: IdIn(),
      clientId: ClientId(),
      text: TextIn(),
      imageId: Type.Optional(IdIn()),
      record: Type.Optional(RecordIn()),
    }),
    output: Type.Object({ message: InboxMessage }),
    codes: [5002, 5007, 5026, 5031],
  }),
  uploadForAnswer: defineCall({
    ...operatorAct('inbox.answer'),
    path: '/operator/service/uploadImage',
    summary: 'Uploads an image for one answer in a conversation assigned to the caller.',
    bodyBytesMax: Math.ceil(IMAGE_BYTES_MAX * 1.5),
    input: Fields({ ID: IdIn(), base64Str: Upload() }),
    output: Type.Object({ ID: Id(), width: Type.Integer(), height: Type.Integer() }),
    codes: [5007, 5008, 5026, 5031],
  }),
  readConversation: defineCall({
    ...act,
    rate: 'read',
    path: '/operator/service/read',
    summary: 'Marks messages as read by support, if the conversation is assigned to the caller.',
    input: Fields({ ID: IdIn(), seq: SeqIn() }),
    output: NoData(),
    codes: [5007, 5031],
  }),
  typeAnswer: defineCall({
    ...act,
    rate: 'read',
    path: '/operator/service/typing',
    summary:
      'Shows the customer and other operators for a few seconds that the caller is writing. Not stored.',
    input: Fields({ ID: IdIn() }),
    output: NoData(),
    codes: [5007, 5031],
  }),
  closeConversation: defineCall({
    ...operatorAct('inbox.answer'),
    path: '/operator/service/close',
    summary:
      'Closes a conversation assigned to the caller with a last word, which is sent as a message. A retry with the same `clientId` does nothing more.',
    input: Fields({ ID: IdIn(), clientId: ClientId(), text: TextIn() }),
    output: NoData(),
    codes: [5002, 5007, 5026, 5031],
  }),
  signAs: defineCall({
    ...operatorAct('inbox.answer'),
    path: '/operator/service/signAs',
    summary: 'Sets the name that customers see at the answers of the caller; empty: none.',
    input: Fields({ name: Type.String({ maxLength: 40 }) }),
    output: NoData(),
    codes: [],
  }),
  savedReplies: defineCall({
    ...operatorRead('content.read', 'inbox.answer'),
    path: '/operator/service/replies',
    summary: 'Lists the saved replies by code.',
    input: NoFields(),
    output: Type.Object({ list: Type.Array(SavedReply) }),
    codes: [],
  }),
  savedReplyVersions: defineCall({
    ...operatorRead('content.read', 'inbox.answer'),
    path: '/operator/service/replyVersions',
    summary: 'Lists every version of a saved reply, newest first.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({
      list: Type.Array(
        Type.Object({
          version: Type.Integer(),
          CreatedAt: Time(),
          login: Type.String(),
          isRemoved: Type.Boolean({ description: 'this version removed the reply' }),
          ...replyUse,
          texts: Type.Array(ReplyText),
        }),
      ),
    }),
    codes: [5007],
  }),
  writeReply: defineCall({
    ...write,
    path: '/operator/service/writeReply',
    summary:
      'Saves a reply as a new version: with all its languages, English among them. `version` is the one that was read (5033 if it is no longer the newest); 0 makes a new reply, whose code is free (5016).',
    input: Fields({
      ID: Type.Optional(IdIn()),
      code: Type.String({ pattern: '^[a-z0-9-]{2,30}$' }),
      version: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
      isQuestion: Type.Optional(Type.Boolean()),
      shows: Type.Optional(RecordKind()),
      texts: Type.Array(ReplyText, { minItems: 1, maxItems: 14 }),
    }),
    output: Type.Object({ ID: Id(), version: Type.Integer() }),
    codes: [5007, 5016, 5033],
  }),
  publishReply: defineCall({
    ...operatorAct('content.write', 'reviews.second'),
    path: '/operator/service/publishReply',
    summary:
      'Publishes the newest version of a question to all customers. Its writer may not (5032); the version published before stays until then.',
    input: Fields({ ID: IdIn(), version: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }),
    output: NoData(),
    codes: [5007, 5032, 5033, 5034],
  }),
  removeReply: defineCall({
    ...write,
    path: '/operator/service/removeReply',
    summary: 'Removes a reply from the list. Its versions are kept.',
    input: Fields({ ID: IdIn(), version: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }),
    output: NoData(),
    codes: [5007, 5033],
  }),
};
