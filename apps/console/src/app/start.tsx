/** Starts the console: calls, session, first screen. */
import { QueryClientProvider } from '@tanstack/react-query';
import { NumberLocale, Toaster, UiTextsProvider } from '@tern/ui';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../kernel/query-client.ts';
import { pendingReturn } from '../kernel/provider-return.ts';
import { currentSession, endSession } from '../kernel/session.ts';
import { texts } from '../kernel/texts.ts';
import { setUpCalls } from '../platform/call.ts';
import { App } from './app.tsx';
import './console.css';

/** Codes that end the session: logged in elsewhere, expired, unknown. */
const SESSION_CODES = [4015, 4016, 4017];

export function start(root: HTMLElement): void {
  setUpCalls({
    token: () => currentSession()?.token,
    onRefused: ({ code, msg }, token) => {
      // A late answer to an earlier session must not end the current one.
      if (SESSION_CODES.includes(code) && token === currentSession()?.token) endSession(msg);
    },
  });
  // Before a screen is drawn: it may open another one.
  pendingReturn();
  createRoot(root).render(
    <StrictMode>
      <NumberLocale value="en">
        <UiTextsProvider value={texts.ui}>
          <QueryClientProvider client={queryClient}>
            <App />
            <Toaster />
          </QueryClientProvider>
        </UiTextsProvider>
      </NumberLocale>
    </StrictMode>,
  );
}
