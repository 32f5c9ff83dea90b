/** The form of a draft, drawn from the fields of its kind, beside the product as customers would see it. */
import { Button, Inline, Note, Select, Text } from '@tern/ui';
import { type FormEvent, useDeferredValue, useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { Loaded } from '../../../kernel/loaded.tsx';
import { pages } from '../../../kernel/pages.ts';
import pageStyles from '../../../kernel/page.module.css';
import { Page } from '../../../kernel/page.tsx';
import { goTo, hrefOf } from '../../../platform/address.ts';
import { type Kind, type Lang, type Terms, useChecked, useProduct, type Version } from './api.ts';
import { PreviewPart } from './member-preview.tsx';
import styles from './products.module.css';
import { RateInput, TermInput } from './term-field.tsx';
import { ShortBy } from './version-changes.tsx';
import { emptyTerms, sentTerms, startingTerms } from './view-model.ts';
import { productTexts } from './texts.ts';

interface NewFormProps {
  kind: Kind | undefined;
  kinds: readonly Kind[];
}

/** A new product of one of the kinds. */
export function NewForm({ kind, kinds }: NewFormProps) {
  const { products: labels } = productTexts;
  if (kind === undefined)
    return (
      <Text size="label" tone="soft">
        {labels.none}
      </Text>
    );
  return (
    <Form
      key={kind.kind}
      kind={kind}
      title={labels.newOf(kind.label)}
      back={{ href: hrefOf(pages.products), label: labels.back }}
      head={
        <Select
          label={labels.kind}
          options={kinds.map((each) => ({ key: each.kind, label: each.label }))}
          value={kind.kind}
          onChange={(chosen) => goTo(pages.products, { new: chosen })}
        />
      }
    />
  );
}

/** The next version of a product, or its draft. */
export function EditForm({ id, kinds }: { id: string; kinds: readonly Kind[] }) {
  const query = useProduct(id);
  return (
    <Loaded query={query}>
      {(product) => {
        const kind = kinds.find((each) => each.kind === product.kind);
        const start = startingTerms(product.versions);
        if (kind === undefined || start === undefined) return null;
        return (
          <Form
            kind={kind}
            id={product.ID}
            start={start}
            title={product.name}
            back={{ href: hrefOf(pages.products, { id }), label: product.name }}
          />
        );
      }}
    </Loaded>
  );
}

interface FormProps {
  kind: Kind;
  title: string;
  back: { href: string; label: string };
  /** Undefined for a new product. */
  id?: number;
  start?: Version;
  head?: React.ReactNode;
}

function Form({ kind, title, back, id, start, head }: FormProps) {
  const { form: labels } = productTexts.products;
  const { fields } = kind;
  const [terms, setTerms] = useState<Terms>(() => ({ ...emptyTerms(fields), ...start?.terms }));
  // A field says what is wrong with it once something was entered.
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [takesOrders, setTakesOrders] = useState(true);
  const [lang, setLang] = useState<Lang>('en');
  const sent = sentTerms(fields, terms);
  const checked = useChecked({ kind: kind.kind, id, terms: useDeferredValue(sent), lang });
  const write = useAct('POST /operator/product/write', () => labels.saved);
  const problems = checked.data?.problems ?? [];
  const wrong = fields
    .filter(({ name }) => problems.some(({ field }) => field === name))
    .map(({ label }) => label);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const seen = start?.state === 'draft' ? { seenAt: start.UpdatedAt } : {};
    const product = id === undefined ? {} : { ID: id };
    write.run({ kind: kind.kind, terms: sent, takesOrders, ...product, ...seen }, ({ ID }) =>
      goTo(pages.products, { id: String(ID) }),
    );
  };
  return (
    <Page
      back={back}
      title={title}
      line={kind.label}
      isSideWide
      side={
        <div className={styles.sticky}>
          <PreviewPart preview={checked.data?.preview ?? null} lang={lang} onLang={setLang} />
        </div>
      }
    >
      <form className={pageStyles.form} onSubmit={submit}>
        {head}
        {fields.map((field) => {
          const Input = field.input === 'rate' ? RateInput : TermInput;
          const isShown = touched.has(field.name) || start !== undefined;
          return (
            <Input
              key={field.name}
              field={field}
              terms={terms}
              error={isShown ? problems.find((each) => each.field === field.name)?.text : undefined}
              onChange={(value) => {
                setTerms({ ...terms, [field.name]: value });
                setTouched(new Set([...touched, field.name]));
              }}
            />
          );
        })}
        {start !== undefined && (
          <Select
            label={labels.takesOrders}
            options={[
              { key: 'yes', label: labels.on },
              { key: 'no', label: labels.off },
            ]}
            value={takesOrders ? 'yes' : 'no'}
            onChange={(chosen) => setTakesOrders(chosen === 'yes')}
          />
        )}
        {checked.data?.short && <ShortBy short={checked.data.short} />}
        {wrong.length > 0 && <Note kind="info">{labels.problems(wrong)}</Note>}
        <Inline gap={8}>
          <Button type="submit" kind="primary" isBusy={write.isBusy}>
            {labels.save}
          </Button>
        </Inline>
      </form>
    </Page>
  );
}
