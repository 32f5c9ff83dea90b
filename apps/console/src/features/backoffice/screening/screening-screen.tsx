/** Screening: open and decided hits, next to the one that is read; what lists are loaded. */
import { classNames, Icon, Note, StateBlock, Text, userIcon, walletIcon } from '@tern/ui';
import { KeysHint } from '../../../kernel/page.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { pages } from '../../../kernel/pages.ts';
import { texts } from '../../../kernel/texts.ts';
import { useAge } from '../../../kernel/value-text.ts';
import { hrefOf, useAddress } from '../../../platform/address.ts';
import { type HitRow, type Screening, useScreening } from './api.ts';
import { HitPane } from './hit-pane.tsx';
import styles from './screening.module.css';
import { screeningTexts } from './texts.ts';
import { groupsOf } from './view-model.ts';

export function ScreeningScreen() {
  const { hit } = useAddress().params;
  return (
    <div className={classNames(styles.screen, hit !== undefined && styles.hasOne)}>
      <section className={styles.list} aria-label={texts.nav.screening}>
        <Hits open={hit} />
        <KeysHint />
      </section>
      <section className={styles.pane}>
        {hit === undefined ? (
          <StateBlock kind="empty" title={screeningTexts.pick} text={screeningTexts.pickText} />
        ) : (
          <HitPane key={hit} id={hit} />
        )}
      </section>
    </div>
  );
}

function Hits({ open }: { open: string | undefined }) {
  const query = useScreening();
  const oldest = useAge(query.data?.open[0]?.CreatedAt);
  return (
    <>
      <header className={styles.head}>
        <div className={styles.titleLine}>
          <h1>{texts.nav.screening}</h1>
          {query.data !== undefined && (
            <Text as="span" size="label" tone="faint">
              {screeningTexts.open(query.data.total, oldest)}
            </Text>
          )}
        </div>
      </header>
      <div className={styles.scroll}>
        <Loaded query={query}>
          {(screening) => (
            <>
              <Lists lists={screening.lists} />
              {groupsOf(screening).map(({ key, hits }) => (
                <section key={key} className={styles.group}>
                  <h2>
                    {screeningTexts.groups[key]} <span>{hits.length}</span>
                  </h2>
                  <ul aria-label={screeningTexts.groups[key]}>
                    {hits.map((hit) => (
                      <Row key={hit.ID} hit={hit} isOpen={String(hit.ID) === open} />
                    ))}
                  </ul>
                </section>
              ))}
              {screening.open.length === 0 && (
                <StateBlock
                  kind="empty"
                  title={screeningTexts.none}
                  text={screeningTexts.noneText}
                />
              )}
            </>
          )}
        </Loaded>
      </div>
    </>
  );
}

/** Which lists names are compared with; old ones first of all. */
function Lists({ lists }: { lists: Screening['lists'] }) {
  const { lists: labels } = screeningTexts;
  const old = lists.filter(({ isOld }) => isOld);
  return (
    <div className={styles.lists}>
      {lists.length === 0 && <Note kind="warn">{labels.none}</Note>}
      {old.length > 0 && (
        <Note kind="warn">{labels.old(old.map(({ list }) => list).join(', '))}</Note>
      )}
      {lists.map(({ list, day, entries }) => (
        <p key={list}>
          <span>
            {list === 'SAMPLE' ? labels.sample : `${list}${day === null ? '' : `, ${day}`}`}
          </span>
          <span>{labels.entries(entries)}</span>
        </p>
      ))}
    </div>
  );
}

function Row({ hit, isOpen }: { hit: HitRow; isOpen: boolean }) {
  const age = useAge(hit.decidedAt ?? hit.CreatedAt);
  const { ID, recordNo, what, value, memberId, score, state, decisions } = hit;
  const result = decisions > 0 ? screeningTexts.ofTwo(decisions) : String(score);
  return (
    <li>
      <a
        className={styles.row}
        href={hrefOf(pages.screening, { hit: String(ID) })}
        aria-current={isOpen || undefined}
        data-row
      >
        <span className={styles.icon}>
          <Icon of={what === 'address' ? walletIcon : userIcon} size={18} />
        </span>
        <span className={styles.lines}>
          <span className={styles.line}>
            <b>{value}</b>
            <span>{age}</span>
          </span>
          <span className={styles.line}>
            <span>{`${recordNo} · ${screeningTexts.customer(memberId)}`}</span>
            <span className={styles.word}>
              {state === 'open' ? result : screeningTexts.states[state]}
            </span>
          </span>
        </span>
      </a>
    </li>
  );
}
