/** Support in the API of members and visitors: the same use cases, by session or by the visitor's token. */
import { supportCalls } from '@tern/protocol';
import { pageOf } from '../../../kernel/requests/page.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import {
  endConversation,
  listMessages,
  openForMember,
  openForVisitor,
  rateConversation,
  readConversation,
  sendMessage,
  typeMessage,
} from './converse.ts';
import type { SupportDeps } from './deps.ts';
import { currentConversation, listConversations } from './list-conversations.ts';
import { showImage, uploadImage } from './images.ts';
import { mailToMember, mailToVisitor, sendTranscriptCode } from './mail-transcript.ts';
import { createSupportHours } from './measure-answers.ts';
import { conversationOf, type Party, recordRef } from './parties.ts';
import { listAnswers } from './saved-replies.ts';

/** A member chooses among these. */
const RECORDS_MAX = 20;

type Seq = number | string | undefined;
const seqOf = (seq: Seq) => (seq === undefined ? undefined : Number(seq));
const rangeOf = (input: { after?: Seq; before?: Seq }) => ({
  after: seqOf(input.after),
  before: seqOf(input.before),
});

interface DraftIn {
  clientId: string;
  text: string;
  imageId?: number | string;
  record?: Parameters<typeof recordRef>[0];
}
const draftOf = ({ clientId, text, imageId, record }: DraftIn) => ({
  clientId,
  text,
  imageId: imageId === undefined ? undefined : Number(imageId),
  record: recordRef(record),
});

interface MemberContext {
  caller: { memberId: number };
  address: string;
  input: { ID: number | string };
}
const memberOf = ({ caller: { memberId }, address, input }: MemberContext) => ({
  memberId,
  conversationId: Number(input.ID),
  address,
});

const visitorOf = ({ input, address }: { input: { visitor: string }; address: string }) => ({
  visitor: input.visitor,
  address,
});

export function supportRoutes(deps: SupportDeps): Route[] {
  const showHours = createSupportHours(deps);
  return [
    route(supportCalls.supportHours, () => showHours()),
    route(supportCalls.supportAnswers, async ({ lang }) => ({
      list: await listAnswers(deps, lang),
    })),
    ...memberRoutes(deps),
    ...visitorRoutes(deps),
  ];
}

/** Shows an image of the party's conversation. */
async function imageOf(deps: SupportDeps, party: Party, imageId: number | string) {
  const { id } = await conversationOf(deps.database, party);
  return { image: await showImage(deps, id, Number(imageId)) };
}

const upload = (deps: SupportDeps, party: Party, base64: string) =>
  uploadImage(deps, base64, {
    operatorId: null,
    allowed: (reader: Reader) => conversationOf(reader, party),
  });

function memberRoutes(deps: SupportDeps): Route[] {
  return [
    route(supportCalls.supportRecords, async ({ caller: { memberId }, input: { kind } }) => ({
      list: await deps.records.latest(deps.database, memberId, { kind, limit: RECORDS_MAX }),
    })),
    route(supportCalls.openSupport, async ({ caller: { memberId }, input: { lang } }) => ({
      conversation: await openForMember(deps, { memberId, lang }),
    })),
    route(supportCalls.currentSupport, ({ caller: { memberId } }) =>
      currentConversation(deps.database, memberId),
    ),
    route(supportCalls.supportConversations, ({ caller: { memberId }, input }) =>
      listConversations(deps.database, memberId, pageOf(input)),
    ),
    route(supportCalls.supportMessages, (context) =>
      listMessages(deps, memberOf(context), rangeOf(context.input)),
    ),
    route(supportCalls.sendToSupport, (context) =>
      sendMessage(deps, memberOf(context), draftOf(context.input)),
    ),
    route(supportCalls.uploadToSupport, (context) =>
      upload(deps, memberOf(context), context.input.base64Str),
    ),
    route(supportCalls.supportImage, (context) =>
      imageOf(deps, memberOf(context), context.input.imageId),
    ),
    route(supportCalls.readSupport, async (context) => {
      await readConversation(deps, memberOf(context), Number(context.input.seq));
      return {};
    }),
    route(supportCalls.typeToSupport, async (context) => {
      await typeMessage(deps, memberOf(context));
      return {};
    }),
    route(supportCalls.endSupport, async (context) => ({
      conversation: await endConversation(deps, memberOf(context)),
    })),
    route(supportCalls.rateSupport, async (context) => {
      const { stars, text = '' } = context.input;
      return { conversation: await rateConversation(deps, memberOf(context), { stars, text }) };
    }),
    route(supportCalls.mailTranscript, async (context) => {
      await mailToMember(deps, memberOf(context));
      return {};
    }),
  ];
}

function visitorRoutes(deps: SupportDeps): Route[] {
  return [
    route(supportCalls.visitorOpen, ({ input: { lang }, address }) =>
      openForVisitor(deps, { lang, address }),
    ),
    route(supportCalls.visitorMessages, (context) =>
      listMessages(deps, visitorOf(context), rangeOf(context.input)),
    ),
    route(supportCalls.visitorSend, (context) =>
      sendMessage(deps, visitorOf(context), draftOf(context.input)),
    ),
    route(supportCalls.visitorUpload, (context) =>
      upload(deps, visitorOf(context), context.input.base64Str),
    ),
    route(supportCalls.visitorImage, (context) =>
      imageOf(deps, visitorOf(context), context.input.imageId),
    ),
    route(supportCalls.visitorRead, async (context) => {
      await readConversation(deps, visitorOf(context), Number(context.input.seq));
      return {};
    }),
    route(supportCalls.visitorTyping, async (context) => {
      await typeMessage(deps, visitorOf(context));
      return {};
    }),
    route(supportCalls.visitorEnd, async (context) => ({
      conversation: await endConversation(deps, visitorOf(context)),
    })),
    route(supportCalls.visitorRate, async (context) => {
      const { stars, text = '' } = context.input;
      return { conversation: await rateConversation(deps, visitorOf(context), { stars, text }) };
    }),
    route(supportCalls.visitorTranscriptCode, async (context) => {
      const { input, lang, address } = context;
      const { email, captcha, captchaId } = input;
      const request = { email, captcha, captchaId, lang, address };
      return { seconds: await sendTranscriptCode(deps, visitorOf(context), request) };
    }),
    route(supportCalls.visitorTranscript, async (context) => {
      const { input, address } = context;
      const request = { email: input.email, code: input.code, address };
      await mailToVisitor(deps, visitorOf(context), request);
      return {};
    }),
  ];
}
