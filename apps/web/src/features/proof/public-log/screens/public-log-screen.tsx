/** The public log as this device saw it: checked on arrival, and what was found with its evidence. */
import { useQuery } from '@tanstack/react-query';
import {
  Button,
  ButtonLink,
  copyIcon,
  CtaBar,
  depositIcon,
  IconButton,
  NavBar,
  ScreenBody,
  ScreenHeader,
} from '@tern/ui';
import { useEffect } from 'react';
import { useCopy } from '../../../../kernel/copyable.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { saveFile } from '../../../../kernel/save-file.ts';
import { writeSupportDraft } from '../../../../kernel/support-draft.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import { isUnseen, markSeen, useKeptLog } from '../../../../kernel/public-log/kept-log.ts';
import { CheckResult } from '../parts/check-result.tsx';
import { History } from '../parts/history.tsx';
import { runCheck } from '../run-check.ts';
import { type LogView, viewLog } from '../view-log.ts';

/** Every visit checks. */
function useLogCheck() {
  return useQuery({
    queryKey: ['public-log'],
    queryFn: async () => {
      await runCheck();
      return null;
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

export function PublicLogScreen() {
  const t = useT();
  const back = useBack();
  const copy = useCopy();
  const query = useLogCheck();
  const kept = useKeptLog();
  const view = kept && viewLog(kept);
  const isNew = isUnseen(kept);
  useEffect(() => {
    if (isNew) markSeen();
  }, [isNew]);
  return (
    <>
      <ScreenHeader>
        <NavBar
          title={t('public-log.title')}
          back={back}
          action={
            view && (
              <IconButton
                icon={copyIcon}
                isQuiet
                label={t('public-log.copy')}
                onPress={() => copy(view.text)}
              />
            )
          }
        />
      </ScreenHeader>
      <ScreenBody foot="cta" isPadded>
        <CheckResult
          kept={kept}
          view={view}
          progress={query.isFetching ? 'running' : query.isError ? 'notRun' : undefined}
        />
        <History />
      </ScreenBody>
      <Acts view={view} isBusy={query.isFetching} onCheck={() => void query.refetch()} />
    </>
  );
}

interface ActsProps {
  view: LogView | undefined;
  isBusy: boolean;
  onCheck: () => void;
}

function Acts({ view, isBusy, onCheck }: ActsProps) {
  const t = useT();
  const to = useLinks();
  const isFound = view?.earlier !== undefined;
  const service = to(pages.support);
  const save = ({ text }: LogView) =>
    saveFile(isFound ? 'log-evidence.txt' : 'checkpoint.txt', text, 'text/plain;charset=utf-8');
  return (
    <CtaBar>
      {view && (
        <Button icon={depositIcon} onPress={() => save(view)}>
          {t(isFound ? 'public-log.evidence' : 'public-log.checkpoint')}
        </Button>
      )}
      {view && isFound ? (
        <ButtonLink
          kind="primary"
          href={service.href}
          onPress={() => {
            writeSupportDraft(view.text);
            service.onPress();
          }}
        >
          {t('public-log.send')}
        </ButtonLink>
      ) : (
        <Button
          kind="primary"
          isBusy={isBusy}
          busyLabel={t('public-log.checking')}
          onPress={onCheck}
        >
          {t('public-log.again')}
        </Button>
      )}
    </CtaBar>
  );
}
