/** Evidence that is fetched once, and checked or downloaded by the member's device; and its result, which comes into view. */
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../platform/http/call-error.ts';
import { useReportError } from './report-error.ts';

/** `waitsUntil`: when it will be complete, ISO time. `isLost`: a check got no answer. */
export function useEvidence<Evidence>(fetch: () => Promise<Evidence>) {
  const report = useReportError();
  const [evidence, setEvidence] = useState<Evidence>();
  const [busy, setBusy] = useState<'check' | 'download'>();
  const [waitsUntil, setWaitsUntil] = useState<string>();
  const [isLost, setLost] = useState(false);
  const run = async (kind: 'check' | 'download', act: (known: Evidence) => unknown) => {
    setBusy(kind);
    setWaitsUntil(undefined);
    setLost(false);
    try {
      const known = evidence ?? (await fetch());
      setEvidence(known);
      await act(known);
    } catch (error) {
      if (error instanceof CallError && error.refusal === 'not-yet') {
        setWaitsUntil(((error.data ?? {}) as { until?: string }).until ?? '');
      } else if (kind === 'check' && isUnanswered(error)) setLost(true);
      else report(error);
    } finally {
      setBusy(undefined);
    }
  };
  return { run, busy, waitsUntil, isLost };
}

const isUnanswered = (error: unknown): boolean =>
  error instanceof CallError && (error.kind === 'network' || error.kind === 'timeout');

/** The result is below the fold: it is scrolled into view and announced when it appears. */
export function useComesIntoView(what: unknown) {
  const headline = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (what === undefined) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    headline.current?.focus({ preventScroll: true });
    headline.current?.scrollIntoView({ block: 'start', behavior: isStill ? 'auto' : 'smooth' });
  }, [what]);
  return headline;
}
