/** Who signed the day, what prevents a signature, and the two buttons: sign, or not yet. */
import { Button, formatDate, Inline, Note, Stack, Text, TextField } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { Part } from '../../../kernel/page.tsx';
import { PeopleList, PersonLine } from '../../../kernel/people-list.tsx';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import { markOf, useSession } from '../../../kernel/session.ts';
import { useShortcuts } from '../../../platform/shortcuts.ts';
import type { ShownDay, SignOff } from './api.ts';
import { dayCloseTexts } from './texts.ts';
import { carriedSums } from './view-model.ts';

const { signOff: labels } = dayCloseTexts;
/** As many characters of the hash tell two of them apart. */
const SHORT_HASH = 12;
const timeOf = (at: string) => formatDate(at, { locale: 'en', detail: 'short' });

export function SignOffPart({ day, maySign }: { day: ShownDay; maySign: boolean }) {
  const { signOff } = day;
  if (signOff.state === 'none') return null;
  const removed = signOff.signatures.findLast(({ removedAt }) => removedAt !== null);
  const hasObstacle = maySign && signOff.state !== 'signed';
  return (
    <Part
      title={labels.title}
      aside={
        <Text as="span" size="label" tone="soft">
          {labels.hash(`${signOff.hash.slice(0, SHORT_HASH)}…`)}
        </Text>
      }
    >
      <Stack gap={12}>
        {removed !== undefined && signOff.state === 'open' && (
          <Note kind="warn">
            {removed.removedBy === null
              ? labels.changed(timeOf(removed.removedAt ?? removed.at))
              : `${labels.removed(removed.removedBy, timeOf(removed.removedAt ?? removed.at))} ${removed.removedReason}`}
          </Note>
        )}
        <People signOff={signOff} maySign={maySign} />
        {hasObstacle &&
          signOff.obstacles.map((obstacle) => (
            <Note key={obstacle} kind="warn">
              {labels.obstacles[obstacle]}
            </Note>
          ))}
        {hasObstacle && <Acts day={day} />}
      </Stack>
    </Part>
  );
}

/** The second is somebody else than the first. */
function People({ signOff, maySign }: { signOff: SignOff; maySign: boolean }) {
  const session = useSession();
  const own = session?.operator.login;
  const valid = signOff.signatures.filter(({ removedAt }) => removedAt === null);
  const next = [1, 2].find((place) => !valid.some((signature) => signature.place === place));
  const isOwnTurn = maySign && !signOff.obstacles.includes('own');
  return (
    <PeopleList>
      {valid.map(({ place, by, note, at }) => (
        <PersonLine key={place} mark={markOf(by)} word={labels.signed} isDone>
          <b>{by === own ? labels.you : by}</b>, {timeOf(at)}
          {note !== '' && <> · “{note}”</>}
        </PersonLine>
      ))}
      {next !== undefined &&
        (isOwnTurn ? (
          <PersonLine mark={own === undefined ? '' : markOf(own)} word={labels.deciding}>
            <b>{labels.you}</b>{' '}
            {signOff.obstacles.includes('byHand') ? labels.booked : labels.notBooked}
          </PersonLine>
        ) : (
          <PersonLine word={labels.waits}>{labels.awaited}</PersonLine>
        ))}
      {next === 1 && <PersonLine word={labels.waits}>{labels.awaited}</PersonLine>}
    </PeopleList>
  );
}

function Acts({ day: { day, signOff } }: { day: ShownDay }) {
  const [note, setNote] = useState('');
  const [isRefusing, setRefusing] = useState(false);
  const sign = useAct('POST /operator/dayClose/sign', ({ state }) =>
    state === 'signed' ? labels.done.signed : labels.done.first,
  );
  const refuse = useAct('POST /operator/dayClose/refuse', () => labels.refused);
  const { state, hash, obstacles, items, carried } = signOff;
  const isFirst = state === 'first';
  const canSign = obstacles.length === 0;
  const run = () => sign.run({ day, hash, note: note.trim() }, () => setNote(''));
  useShortcuts({
    a: canSign && !sign.isBusy ? run : undefined,
    r: isFirst ? () => setRefusing(true) : undefined,
  });
  const sums = carriedSums([...carried, ...items]);
  return (
    <>
      {canSign && sums.length > 0 && <Note kind="warn">{labels.carries(sums.join(', '))}</Note>}
      <TextField
        label={labels.note}
        hint={labels.noteHint}
        name="note"
        maxLength={500}
        value={note}
        onChange={setNote}
      />
      <Inline gap={8} justify="end" isWrapped>
        {isFirst && (
          <Button kind="outline" onPress={() => setRefusing(true)}>
            {labels.notYet}
            <kbd aria-hidden="true">R</kbd>
          </Button>
        )}
        <Button kind="primary" isBusy={sign.isBusy} isDisabled={!canSign} onPress={run}>
          {isFirst ? labels.close : labels.sign}
          <kbd aria-hidden="true">A</kbd>
        </Button>
      </Inline>
      {isRefusing && (
        <ReasonDialog
          isOpen
          question={labels.notYetQuestion}
          confirmLabel={labels.notYet}
          confirmKind="danger"
          isBusy={refuse.isBusy}
          onCancel={() => setRefusing(false)}
          onConfirm={(reason) => refuse.run({ day, reason }, () => setRefusing(false))}
        >
          <p>{labels.notYetLead}</p>
        </ReasonDialog>
      )}
    </>
  );
}
