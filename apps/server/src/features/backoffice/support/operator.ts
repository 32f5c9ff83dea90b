/** The inbox on the operators' wire: calls to use cases and back. */
import { operatorSupportCalls } from '@tern/protocol/operator';
import { type Route, route } from '../../../platform/http/route.ts';
import { actorOf } from '../../../kernel/review/actor-of.ts';
import {
  answerConversation,
  claimConversation,
  closeConversation,
  handOver,
  heldConversation,
  readForSupport,
  typeAnswer,
} from './answer-conversation.ts';
import type { SupportDeps } from './deps.ts';
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

export function inboxRoutes(deps: SupportDeps): Route[] {
  return [...readingRoutes(deps), ...answeringRoutes(deps), ...replyRoutes(deps)];
}

function readingRoutes(deps: SupportDeps): Route[] {
  return [
    route(operatorSupportCalls.inbox, (context) => showInbox(deps, actorOf(context))),
    route(operatorSupportCalls.conversation, async (context) => ({
      reconversation: await showConversation(deps, actorOf(context), Number(context.input.ID)),
    })),
    route(operatorSupportCalls.conversationMessages, async (context) => {
      const { ID, after, before } = context.input;
      const range = {
        id: Number(ID),
        after: after === undefined ? undefined : Number(after),
        before: before === undefined ? undefined : Number(before),
      };
      return { list: await showMessages(deps, actorOf(context), range) };
    }),
    route(operatorSupportCalls.conversationImage, async (context) => {
      const { ID, imageId } = context.input;
      const wanted = { id: Number(ID), imageId: Number(imageId) };
      return { image: await showConversationImage(deps, actorOf(context), wanted) };
    }),
    route(operatorSupportCalls.conversationRecords, async (context) => ({
      list: await showRecords(deps, actorOf(context), Number(context.input.ID)),
    })),
    route(operatorSupportCalls.colleagues, async () => ({ list: await listColleagues(deps) })),
  ];
}

function answeringRoutes(deps: SupportDeps): Route[] {
  return [
    route(operatorSupportCalls.claimConversation, async (context) => {
      await claimConversation(deps, actorOf(context), Number(context.input.ID));
      return {};
    }),
    route(operatorSupportCalls.handOver, async (context) => {
      const { ID, operatorId } = context.input;
      const to = operatorId === undefined ? undefined : Number(operatorId);
      await handOver(deps, actorOf(context), { id: Number(ID), operatorId: to });
      return {};
    }),
    route(operatorSupportCalls.answer, async (context) => {
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
    route(operatorSupportCalls.uploadForAnswer, (context) => {
      const { ID, base64Str } = context.input;
      const actor = actorOf(context);
      return uploadImage(deps, base64Str, {
        operatorId: actor.operatorId,
        allowed: (reader) => heldConversation(reader, actor, Number(ID)),
      });
    }),
    route(operatorSupportCalls.readConversation, async (context) => {
      const { ID, seq } = context.input;
      await readForSupport(deps, actorOf(context), { id: Number(ID), seq: Number(seq) });
      return {};
    }),
    route(operatorSupportCalls.typeAnswer, async (context) => {
      await typeAnswer(deps, actorOf(context), Number(context.input.ID));
      return {};
    }),
    route(operatorSupportCalls.closeConversation, async (context) => {
      const { ID, clientId, text } = context.input;
      const draft = { clientId, text, imageId: undefined };
      await closeConversation(deps, actorOf(context), { id: Number(ID), draft });
      return {};
    }),
    route(operatorSupportCalls.signAs, async (context) => {
      await signAs(deps, actorOf(context), context.input.name);
      return {};
    }),
  ];
}

function replyRoutes(deps: SupportDeps): Route[] {
  return [
    route(operatorSupportCalls.savedReplies, async () => ({ list: await listReplies(deps) })),
    route(operatorSupportCalls.savedReplyVersions, async ({ input }) => ({
      list: await listReplyVersions(deps, Number(input.ID)),
    })),
    route(operatorSupportCalls.writeReply, (context) => {
      const { ID, code, version, isQuestion = false, shows = null, texts } = context.input;
      const id = ID === undefined ? undefined : Number(ID);
      return writeReply(deps, actorOf(context), { id, code, version, isQuestion, shows, texts });
    }),
    route(operatorSupportCalls.publishReply, async (context) => {
      const { ID, version } = context.input;
      await publishReply(deps, actorOf(context), { id: Number(ID), version });
      return {};
    }),
    route(operatorSupportCalls.removeReply, async (context) => {
      const { ID, version } = context.input;
      await removeReply(deps, actorOf(context), { id: Number(ID), version });
      return {};
    }),
  ];
}
