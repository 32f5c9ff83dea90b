/** Whether customers see a reply as a question before they write, and which of their records is shown with it. */
import type { OperatorInput } from '@tern/protocol/operator/client';
import { Checkbox, Select } from '@tern/ui';
import type { Reply } from './api.ts';
import { supportTexts } from './texts.ts';

export type Use = Pick<Reply, 'isQuestion' | 'shows'>;

const NONE = 'none';
const KINDS = Object.keys(supportTexts.inbox.records) as NonNullable<Use['shows']>[];

/** What is sent of it. */
export function inputOf({
  isQuestion,
  shows,
}: Use): Pick<OperatorInput<'POST /operator/service/writeReply'>, 'isQuestion' | 'shows'> {
  return isQuestion && shows !== null ? { isQuestion, shows } : { isQuestion };
}

export interface ReplyUseProps {
  use: Use;
  isReadOnly: boolean;
  onChange: (use: Use) => void;
}

export function ReplyUse({ use, isReadOnly, onChange }: ReplyUseProps) {
  const { replies: labels, inbox } = supportTexts;
  if (isReadOnly) return null;
  const options = [
    { key: NONE, label: labels.showsNone } as const,
    ...KINDS.map((key) => ({ key, label: inbox.records[key] })),
  ];
  return (
    <>
      <Checkbox
        name="isQuestion"
        isChecked={use.isQuestion}
        onChange={(isQuestion) => onChange({ ...use, isQuestion })}
      >
        {labels.isQuestion}
      </Checkbox>
      {use.isQuestion && (
        <Select
          label={labels.shows}
          name="shows"
          options={options}
          value={use.shows ?? NONE}
          onChange={(key) => onChange({ ...use, shows: key === NONE ? null : key })}
        />
      )}
    </>
  );
}
