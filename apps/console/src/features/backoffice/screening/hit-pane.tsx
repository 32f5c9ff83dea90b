/** One hit: the customer beside the entry, why it matched, who decided what, and the decision. */
import { Button, chevronLeftIcon, eyeIcon, Icon, Pill } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { Loaded } from '../../../kernel/loaded.tsx';
import { Facts, Part } from '../../../kernel/page.tsx';
import { pages } from '../../../kernel/pages.ts';
import { PeopleList, PersonLine } from '../../../kernel/people-list.tsx';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import { markOf, usePermission, useSession } from '../../../kernel/session.ts';
import { hrefOf } from '../../../platform/address.ts';
import { type Hit, useDocument, useHit } from './api.ts';
import { DecisionForm } from './decision-form.tsx';
import { HitFacts } from './hit-facts.tsx';
import styles from './screening.module.css';
import { screeningTexts } from './texts.ts';

export function HitPane({ id }: { id: string }) {
  const query = useHit(id);
  return <Loaded query={query}>{(hit) => <OneHit hit={hit} />}</Loaded>;
}

function OneHit({ hit }: { hit: Hit }) {
  const { recordNo, what, value, memberId, foundIn, state } = hit;
  const found = foundIn === '' ? screeningTexts.foundBefore : screeningTexts.foundIn(foundIn);
  return (
    <article className={styles.article} aria-label={screeningTexts.hit(recordNo)}>
      <header className={styles.paneHead}>
        <div>
          <a className={styles.back} href={hrefOf(pages.screening)}>
            <Icon of={chevronLeftIcon} size={18} />
            {screeningTexts.back}
          </a>
          <h2>
            {value}
            <Pill kind={state === 'open' ? 'review' : 'neutral'} dot="self">
              {state === 'open' ? screeningTexts.pills[what] : screeningTexts.states[state]}
            </Pill>
          </h2>
          <p>
            {recordNo} ·{' '}
            <a href={hrefOf(pages.customers, { id: String(memberId) })}>
              {screeningTexts.customer(memberId)}
            </a>{' '}
            · {found}
          </p>
        </div>
        <p className={styles.logged}>{screeningTexts.logged}</p>
      </header>
      <div className={styles.split}>
        <div className={styles.body}>
          <HitFacts hit={hit} />
          {hit.mayDecide && <DecisionForm key={hit.round} hit={hit} />}
          {(state === 'match' || state === 'notSame') && <Reopen hit={hit} />}
        </div>
        <aside className={styles.side}>
          <Documents hit={hit} />
          <People hit={hit} />
          <Before hit={hit} />
          <Part title={screeningTexts.waiting}>
            <p className={styles.quiet}>{screeningTexts.waitingText}</p>
            <p className={styles.quiet}>{screeningTexts.support}</p>
          </Part>
        </aside>
      </div>
    </article>
  );
}

function Documents({ hit: { document, what } }: { hit: Hit }) {
  if (what === 'address') return null;
  return (
    <Part title={screeningTexts.images}>
      {document === null ? (
        <p className={styles.quiet}>{screeningTexts.noImages}</p>
      ) : (
        <>
          <p className={styles.quiet}>{document.summary}</p>
          {document.images.map((image) => (
            <DocumentImage key={image.id} reviewId={document.reviewId} image={image} />
          ))}
        </>
      )}
    </Part>
  );
}

function DocumentImage({
  reviewId,
  image: { id, label },
}: {
  reviewId: number;
  image: NonNullable<Hit['document']>['images'][number];
}) {
  const [isAsked, setAsked] = useState(false);
  const shown = useDocument(reviewId, id, isAsked);
  if (!isAsked) {
    return (
      <Button isSmall icon={eyeIcon} onPress={() => setAsked(true)}>
        {`${screeningTexts.show}: ${label}`}
      </Button>
    );
  }
  return (
    <Loaded query={shown}>
      {(source) => <img className={styles.image} src={source} alt={label} />}
    </Loaded>
  );
}

/** Who decided in this round, and who is missing. */
function People({ hit }: { hit: Hit }) {
  const own = useSession()?.operator.login;
  const people = hit.people.filter(({ round }) => round === hit.round);
  const isSplit = hit.state === 'open' && people.length === 2;
  const missing = hit.state === 'open' ? Math.max(isSplit ? 1 : 0, 2 - people.length) : 0;
  return (
    <Part title={screeningTexts.two}>
      <PeopleList>
        {people.map(({ login, finding, signs, reason }) => (
          <PersonLine key={login} mark={markOf(login)} word={screeningTexts.said[finding]} isDone>
            <b>{login === own ? screeningTexts.you : login}</b>
            <br />
            {signs.map((sign) => screeningTexts.signs[sign]).join(', ')}: “{reason}”
          </PersonLine>
        ))}
        {Array.from({ length: missing }, (_none, at) =>
          at === 0 && hit.mayDecide && own !== undefined ? (
            <PersonLine key={at} mark={markOf(own)} word={screeningTexts.deciding}>
              <b>{screeningTexts.you}</b>
            </PersonLine>
          ) : (
            <PersonLine key={at} word={screeningTexts.waits}>
              {screeningTexts.compliance}
            </PersonLine>
          ),
        )}
      </PeopleList>
      {isSplit && <p className={styles.quiet}>{screeningTexts.disagree}</p>}
    </Part>
  );
}

function Before({ hit: { before, requests } }: { hit: Hit }) {
  return (
    <Part title={screeningTexts.before}>
      <Facts
        rows={[
          [screeningTexts.sameEntry, screeningTexts.hitsOf(before.ofEntry, before.trueOfEntry)],
          [screeningTexts.thisCustomer, screeningTexts.otherHits(before.ofMember)],
          [screeningTexts.requests, requests.join(', ') || screeningTexts.noRequests],
        ]}
      />
    </Part>
  );
}

function Reopen({ hit: { ID } }: { hit: Hit }) {
  const [isAsked, ask] = useState(false);
  const mayDecide = usePermission('screening.decide');
  const reopen = useAct('POST /operator/screening/reopen', () => screeningTexts.reopened);
  if (!mayDecide) return null;
  return (
    <div>
      <Button kind="outline" onPress={() => ask(true)}>
        {screeningTexts.reopen}
      </Button>
      {isAsked && (
        <ReasonDialog
          isOpen
          question={screeningTexts.reopenQuestion}
          hint={screeningTexts.reasonHint}
          confirmLabel={screeningTexts.reopen}
          isBusy={reopen.isBusy}
          onCancel={() => ask(false)}
          onConfirm={(reason) => reopen.run({ ID, reason }, () => ask(false))}
        >
          <p>{screeningTexts.reopenHint}</p>
        </ReasonDialog>
      )}
    </div>
  );
}
