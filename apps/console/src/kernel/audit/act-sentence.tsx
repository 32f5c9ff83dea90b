/** An entry of the audit log as a sentence. */
import { ExactAmount } from '../exact-amount.tsx';
import { type AuditLine, type Piece, sentenceOf } from './audit-sentences.ts';

/** The act as a sentence that follows the operator's name. */
export const ActSentence = ({ line }: { line: AuditLine }) => (
  <Sentence pieces={sentenceOf(line)} />
);

export function Sentence({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map((piece, at) => {
    const key = `${at}`;
    if (typeof piece === 'string') return <span key={key}>{piece}</span>;
    if ('strong' in piece) return <b key={key}>{piece.strong}</b>;
    return (
      <b key={key}>
        <ExactAmount value={piece.amount} unit={piece.unit} />
      </b>
    );
  });
}
