/** The inbox on the operators' wire: calls to use cases and back. */
import { operatorServiceCalls } from '@tern/protocol/operator';
import { type Route, route } from '../../../platform/http/route.ts';
import { actorOf } from '../../../kernel/review/actor-of.ts';
import {
  answerConversation,
  claimConversation,
  closeConversation,
  handOver,
  heldConversation,
  readForService,
  typeAnswer,
} from './answer-conversation.ts';
import type { ServiceDeps } from './deps.ts';
import { uploadImage } from './images.ts';
import { recordRef } from './parties.ts';
import {
  listReplies,
  listReplyVersions,
  publishReply,
  removeReply,
  signAs,
  writeReply,
} from './saved-replies.ts';
import {
  inboxMessage,
  listColleagues,
  showConversation,
  showConversationImage,
  showInbox,
  showMessages,
  showRecords,
} from './show-inbox.ts';

export function inboxRoutes(deps: ServiceDeps): Route[] {
  return [...readingRoutes(deps), ...answeringRoutes(deps), ...replyRoutes(deps)];
}

function readingRoutes(deps: ServiceDeps): Route[] {
  return [
    route(operatorServiceCalls.inbox, (context) => showInbox(deps, actorOf(context))),
    route(operatorServiceCalls.conversation, async (context) => ({
      reconversation: await showConversation(deps, actorOf(context), Number(context.input.ID)),
    })),
    route(operatorServiceCalls.conversationMessages, async (context) => {
      const { ID, after, before } = context.input;
      const range = {
        id: Number(ID),
        after: after === undefined ? undefined : Number(after),
        before: before === undefined ? undefined : Number(before),
      };
      return { list: await showMessages(deps, actorOf(context), range) };
    }),
    route(operatorServiceCalls.conversationImage, async (context) => {
      const { ID, imageId } = context.input;
      const wanted = { id: Number(ID), imageId: Number(imageId) };
      return { image: await showConversationImage(deps, actorOf(context), wanted) };
    }),
    route(operatorServiceCalls.conversationRecords, async (context) => ({
      list: await showRecords(deps, actorOf(context), Number(context.input.ID)),
    })),
    route(operatorServiceCalls.colleagues, async () => ({ list: await listColleagues(deps) })),
  ];
}

function answeringRoutes(deps: ServiceDeps): Route[] {
  return [
    route(operatorServiceCalls.claimConversation, async (context) => {
      await claimConversation(deps, actorOf(context), Number(context.input.ID));
      return {};
    }),
    route(operatorServiceCalls.handOver, async (context) => {
      const { ID, operatorId } = context.input;
      const to = operatorId === undefined ? undefined : Number(operatorId);
      await handOver(deps, actorOf(context), { id: Number(ID), operatorId: to });
      return {};
    }),
    route(operatorServiceCalls.answer, async (context) => {
      const { ID, clientId, text, imageId, record } = context.input;
      const draft = {
        clientId,
        text,
        record: recordRef(record),
        imageId: imageId === undefined ? undefined : Number(imageId),
      };
      const actor = actorOf(context);
      const message = await answerConversation(deps, actor, { id: Number(ID), draft });
      return { message: inboxMessage(message, new Map([[actor.operatorId, actor.login]])) };
    }),
    route(operatorServiceCalls.uploadForAnswer, (context) => {
      const { ID, base64Str } = context.input;
      const actor = actorOf(context);
      return uploadImage(deps, base64Str, {
        operatorId: actor.operatorId,
        allowed: (reader) => heldConversation(reader, actor, Number(ID)),
      });
    }),
    route(operatorServiceCalls.readConversation, async (context) => {
      const { ID, seq } = context.input;
      await readForService(deps, actorOf(context), { id: Number(ID), seq: Number(seq) });
      return {};
    }),
    route(operatorServiceCalls.typeAnswer, async (context) => {
      await typeAnswer(deps, actorOf(context), Number(context.input.ID));
      return {};
    }),
    route(operatorServiceCalls.closeConversation, async (context) => {
      const { ID, clientId, text } = context.input;
      const draft = { clientId, text, imageId: undefined };
      await closeConversation(deps, actorOf(context), { id: Number(ID), draft });
      return {};
    }),
    route(operatorServiceCalls.signAs, async (context) => {
      await signAs(deps, actorOf(context), context.input.name);
      return {};
    }),
  ];
}

function replyRoutes(deps: ServiceDeps): Route[] {
  return [
    route(operatorServiceCalls.savedReplies, async () => ({ list: await listReplies(deps) })),
    route(operatorServiceCalls.savedReplyVersions, async ({ input }) => ({
      list: await listReplyVersions(deps, Number(input.ID)),
    })),
    route(operatorServiceCalls.writeReply, (context) => {
      const { ID, code, version, isQuestion = false, shows = null, texts } = context.input;
      const id = ID === undefined ? undefined : Number(ID);
      return writeReply(deps, actorOf(context), { id, code, version, isQuestion, shows, texts });
    }),
    route(operatorServiceCalls.publishReply, async (context) => {
      const { ID, version } = context.input;
      await publishReply(deps, actorOf(context), { id: Number(ID), version });
      return {};
    }),
    route(operatorServiceCalls.removeReply, async (context) => {
      const { ID, version } = context.input;
      await removeReply(deps, actorOf(context), { id: Number(ID), version });
      return {};
    }),
  ];
}
