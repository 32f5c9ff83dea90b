/** An operator's action: sent once, reported in a toast; then all queries are refetched. Also makes idempotency keys. */
import { useMutation } from '@tanstack/react-query';
import type {
  OperatorCallName,
  OperatorInput,
  OperatorOutput,
} from '@tern/protocol/operator/client';
import { showToast } from '@tern/ui';
import { call } from '../platform/call.ts';
import { sentenceOf } from './loaded.tsx';
import { queryClient } from './query-client.ts';

export interface Act<N extends OperatorCallName> {
  isBusy: boolean;
  /** `done` runs only after success. */
  run: (input: OperatorInput<N>, done?: (output: OperatorOutput<N>) => void) => void;
}

interface Sent<N extends OperatorCallName> {
  input: OperatorInput<N>;
  done?: (output: OperatorOutput<N>) => void;
}

/** `message` is shown after success; a refusal shows the server's message. */
export function useAct<N extends OperatorCallName>(
  name: N,
  message: (output: OperatorOutput<N>) => string,
): Act<N> {
  const act = useMutation({
    mutationFn: ({ input }: Sent<N>) => call(name, input),
    // Not in `mutate` options: those are skipped when the refetch unmounts the form first.
    onSuccess: (output, { done }) => {
      showToast(message(output), 'done');
      done?.(output);
    },
    onError: (error) => showToast(sentenceOf(error, true), 'error'),
    // Also after a refusal, which usually means that the data is outdated.
    onSettled: () => queryClient.invalidateQueries(),
  });
  return {
    isBusy: act.isPending,
    run: (input, done) => act.mutate(done === undefined ? { input } : { input, done }),
  };
}

/** An idempotency key of 128 random bits. Also works over plain http, where `crypto.randomUUID` does not exist. */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
