/** The calls of files of closed days. */
import { operatorDayFileCalls } from '@tern/protocol/operator';
import { actorOf } from '../../../../kernel/review/actor-of.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import { type AskedFile, askForFile, listFiles, previewFile } from './ask-for-file.ts';
import type { DayFileDeps } from './deps.ts';
import { linkToFile } from './download.ts';

export function dayFileRoutes(deps: DayFileDeps): Route[] {
  return [
    route(operatorDayFileCalls.dayFiles, async () => ({ list: await listFiles(deps.database) })),
    route(operatorDayFileCalls.previewDayFile, (context) =>
      previewFile(deps, actorOf(context), askedOf(context.input)),
    ),
    route(operatorDayFileCalls.makeDayFile, async (context) => ({
      ID: await askForFile(deps, actorOf(context), askedOf(context.input)),
    })),
    route(operatorDayFileCalls.linkDayFile, (context) =>
      linkToFile(deps, actorOf(context), Number(context.input.ID)),
    ),
  ];
}

function askedOf(input: {
  kind: AskedFile['kind'];
  from: string;
  until: string;
  coinname?: string;
  hasNames?: boolean;
}): AskedFile {
  const { kind, from, until, coinname = null, hasNames = false } = input;
  return { kind, fromDay: from, untilDay: until, asset: coinname, hasNames };
}
