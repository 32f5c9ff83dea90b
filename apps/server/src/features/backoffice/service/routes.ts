/** Service in the API of members and visitors: the same use cases, by session or by the visitor's token. */
import { serviceCalls } from '@tern/protocol';
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
import type { ServiceDeps } from './deps.ts';
import { currentConversation, listConversations } from './list-conversations.ts';
import { showImage, uploadImage } from './images.ts';
import { mailToMember, mailToVisitor, sendTranscriptCode } from './mail-transcript.ts';
import { createServiceHours } from './measure-answers.ts';
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

export function serviceRoutes(deps: ServiceDeps): Route[] {
  const showHours = createServiceHours(deps);
  return [
    route(serviceCalls.serviceHours, () => showHours()),
    route(serviceCalls.serviceAnswers, async ({ lang }) => ({
      list: await listAnswers(deps, lang),
    })),
    ...memberRoutes(deps),
    ...visitorRoutes(deps),
  ];
}

/** Shows an image of the party's conversation. */
async function imageOf(deps: ServiceDeps, party: Party, imageId: number | string) {
  const { id } = await conversationOf(deps.database, party);
  return { image: await showImage(deps, id, Number(imageId)) };
}

const upload = (deps: ServiceDeps, party: Party, base64: string) =>
  uploadImage(deps, base64, {
    operatorId: null,
    allowed: (reader: Reader) => conversationOf(reader, party),
  });

function memberRoutes(deps: ServiceDeps): Route[] {
  return [
    route(serviceCalls.serviceRecords, async ({ caller: { memberId }, input: { kind } }) => ({
      list: await deps.records.latest(deps.database, memberId, { kind, limit: RECORDS_MAX }),
    })),
    route(serviceCalls.openService, async ({ caller: { memberId }, input: { lang } }) => ({
      conversation: await openForMember(deps, { memberId, lang }),
    })),
    route(serviceCalls.currentService, ({ caller: { memberId } }) =>
      currentConversation(deps.database, memberId),
    ),
    route(serviceCalls.serviceConversations, ({ caller: { memberId }, input }) =>
      listConversations(deps.database, memberId, pageOf(input)),
    ),
    route(serviceCalls.serviceMessages, (context) =>
      listMessages(deps, memberOf(context), rangeOf(context.input)),
    ),
    route(serviceCalls.sendToService, (context) =>
      sendMessage(deps, memberOf(context), draftOf(context.input)),
    ),
    route(serviceCalls.uploadToService, (context) =>
      upload(deps, memberOf(context), context.input.base64Str),
    ),
    route(serviceCalls.serviceImage, (context) =>
      imageOf(deps, memberOf(context), context.input.imageId),
    ),
    route(serviceCalls.readService, async (context) => {
      await readConversation(deps, memberOf(context), Number(context.input.seq));
      return {};
    }),
    route(serviceCalls.typeToService, async (context) => {
      await typeMessage(deps, memberOf(context));
      return {};
    }),
    route(serviceCalls.endService, async (context) => ({
      conversation: await endConversation(deps, memberOf(context)),
    })),
    route(serviceCalls.rateService, async (context) => {
      const { stars, text = '' } = context.input;
      return { conversation: await rateConversation(deps, memberOf(context), { stars, text }) };
    }),
    route(serviceCalls.mailTranscript, async (context) => {
      await mailToMember(deps, memberOf(context));
      return {};
    }),
  ];
}

function visitorRoutes(deps: ServiceDeps): Route[] {
  return [
    route(serviceCalls.visitorOpen, ({ input: { lang }, address }) =>
      openForVisitor(deps, { lang, address }),
    ),
    route(serviceCalls.visitorMessages, (context) =>
      listMessages(deps, visitorOf(context), rangeOf(context.input)),
    ),
    route(serviceCalls.visitorSend, (context) =>
      sendMessage(deps, visitorOf(context), draftOf(context.input)),
    ),
    route(serviceCalls.visitorUpload, (context) =>
      upload(deps, visitorOf(context), context.input.base64Str),
    ),
    route(serviceCalls.visitorImage, (context) =>
      imageOf(deps, visitorOf(context), context.input.imageId),
    ),
    route(serviceCalls.visitorRead, async (context) => {
      await readConversation(deps, visitorOf(context), Number(context.input.seq));
      return {};
    }),
    route(serviceCalls.visitorTyping, async (context) => {
      await typeMessage(deps, visitorOf(context));
      return {};
    }),
    route(serviceCalls.visitorEnd, async (context) => ({
      conversation: await endConversation(deps, visitorOf(context)),
    })),
    route(serviceCalls.visitorRate, async (context) => {
      const { stars, text = '' } = context.input;
      return { conversation: await rateConversation(deps, visitorOf(context), { stars, text }) };
    }),
    route(serviceCalls.visitorTranscriptCode, async (context) => {
      const { input, lang, address } = context;
      const { email, captcha, captchaId } = input;
      const request = { email, captcha, captchaId, lang, address };
      return { seconds: await sendTranscriptCode(deps, visitorOf(context), request) };
    }),
    route(serviceCalls.visitorTranscript, async (context) => {
      const { input, address } = context;
      const request = { email: input.email, code: input.code, address };
      await mailToVisitor(deps, visitorOf(context), request);
      return {};
    }),
  ];
}
