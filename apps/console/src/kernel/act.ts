/** Something an operator does: sent once, told in a message, and everything shown is asked for anew. */
import { useMutation } from '@tanstack/react-query';
import type {
  OperatorCallName,
  OperatorInput,
  OperatorOutput,
} from '@tern/protocol/operator/client';
import { showToast } from '@tern/ui';
import { call } from '../platform/call.ts';
import { sentenceOf } from './error-sentence.ts';
import { queryClient } from './query-client.ts';

export interface Act<N extends OperatorCallName> {
  isBusy: boolean;
  /** `done` runs after a success only. */
  run: (input: OperatorInput<N>, done?: (output: OperatorOutput<N>) => void) => void;
}

interface Sent<N extends OperatorCallName> {
  input: OperatorInput<N>;
  done?: (output: OperatorOutput<N>) => void;
}

/** `told`: the message after a success. A refusal is told in the server's words. */
export function useAct<N extends OperatorCallName>(
  name: N,
  told: (output: OperatorOutput<N>) => string,
): Act<N> {
  const act = useMutation({
    mutationFn: ({ input }: Sent<N>) => call(name, input),
    // Here and not with the single call: that one is forgotten when the news of what was done takes its form away first.
    onSuccess: (output, { done }) => {
      showToast(told(output), 'done');
      done?.(output);
    },
    onError: (error) => showToast(sentenceOf(error, true), 'error'),
    // Also after a refusal: it mostly means that something has changed meanwhile.
    onSettled: () => queryClient.invalidateQueries(),
  });
  return {
    isBusy: act.isPending,
    run: (input, done) => act.mutate(done === undefined ? { input } : { input, done }),
  };
}
