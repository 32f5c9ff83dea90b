/** The customer beside the entry, fact by fact; why they matched; and what the list says of the entry. */
import { Part, Facts } from '../../../kernel/page.tsx';
import type { Hit } from './api.ts';
import styles from './screening.module.css';
import { screeningTexts } from './texts.ts';
import { partsOf } from './view-model.ts';

const { table } = screeningTexts;

export function HitFacts({ hit }: { hit: Hit }) {
  const { entry, list, what, score } = hit;
  const isAddress = what === 'address';
  return (
    <>
      <Compared hit={hit} />
      <div className={styles.columns}>
        <Part
          title={screeningTexts.why}
          aside={!isAddress && <span className={styles.aside}>{screeningTexts.shownFrom}</span>}
        >
          <p className={styles.score}>
            {!isAddress && <b>{score}</b>}
            <span>{isAddress ? screeningTexts.byAddress : screeningTexts.byName}</span>
          </p>
        </Part>
        <Part title={screeningTexts.entry}>
          <Facts
            rows={[
              [screeningTexts.entryFacts.list, list],
              [screeningTexts.entryFacts.number, entry.number],
              [screeningTexts.entryFacts.since, entry.since || table.unknown],
              [screeningTexts.entryFacts.programme, entry.programme || table.unknown],
            ]}
          />
        </Part>
      </div>
    </>
  );
}

/** A person's facts are on their document: only the name is typed. */
function Compared({ hit }: { hit: Hit }) {
  const { entry, what, value, matched, document } = hit;
  const isAddress = what === 'address';
  const own = document === null || what !== 'person' ? table.unknown : table.onDocument;
  const others = entry.names.filter((name) => name !== matched);
  const facts = [
    [table.born, entry.births.join(' or ')],
    [table.birthplace, entry.birthplaces.join(' or ')],
    [table.nationality, entry.nationalities.join(', ')],
    [table.gender, entry.gender],
    [table.document, entry.documents.join(', ')],
  ] as const;
  return (
    <section className={styles.wide} aria-label={table.title}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{table.fact}</th>
            <th scope="col">{table.customer}</th>
            <th scope="col">{table.entry}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{isAddress ? table.address : table.name}</th>
            <td>
              <Name name={value} other={matched} />
            </td>
            <td>
              <Name name={matched} other={value} />
            </td>
          </tr>
          <tr>
            <th scope="row">{isAddress ? table.name : table.others}</th>
            <td className={styles.unknown}>{table.unknown}</td>
            <td>{others.join(', ') || table.unknown}</td>
          </tr>
          {!isAddress &&
            facts.map(([label, listed]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className={styles.unknown}>{own}</td>
                <td className={listed === '' ? styles.unknown : undefined}>
                  {listed || table.unknown}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}

function Name({ name, other }: { name: string; other: string }) {
  return (
    <b>
      {partsOf(name, other).map(({ text, isSame }, at) =>
        // Words of one name, in its order.
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of a name do not move
        isSame ? <mark key={at}>{text}</mark> : text,
      )}
    </b>
  );
}
