/** One order that waits for a price or waited: what it does, the pauses since, and the proof of its trigger. */
import { useQuery } from '@tanstack/react-query';
import {
  Button,
  Card,
  DateText,
  KeyValue,
  KeyValues,
  ScreenBody,
  SkeletonDetail,
  Stack,
} from '@tern/ui';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useOneMarket } from '../../../../kernel/market-choice/one-market.tsx';
import { pages } from '../../../../kernel/pages.ts';
import {
  ContactLink,
  RecordScreen,
  useContactReference,
} from '../../../../kernel/record-screen.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { type Conditional, conditionalQuery, type Pause } from '../conditional-orders.ts';
import { useAmendWaiting } from '../parts/amend-waiting.tsx';
import { ConditionalHead, Outcome, Sentences } from '../parts/conditional-list.tsx';
import { TriggerProof } from '../parts/trigger-proof.tsx';
import { useMovedPrice } from '../use-moved-price.ts';

export function ConditionalScreen() {
  const t = useT();
  return (
    <RecordScreen
      title={t('spot.conditionalTitle')}
      action={<ContactLink />}
      none={{ title: t('spot.noOrderChosen'), label: t('spot.title'), page: pages.deal }}
      renderRecord={(id) => <ConditionalDetail key={id} id={id} />}
    />
  );
}

function ConditionalDetail({ id }: { id: number }) {
  const query = useQuery(conditionalQuery(id));
  useContactReference(String(id));
  // For the price places.
  useOneMarket(query.data?.order.symbol ?? '');
  const amending = useAmendWaiting();
  useMovedPrice(query.data?.order, ({ state }) => state === 'waiting', amending.ask);
  return (
    <ScreenBody isPadded>
      <Loaded query={query} skeleton={<SkeletonDetail count={6} />}>
        {({ order, pauses }) => (
          <Stack gap={12}>
            <Terms order={order} onAmend={() => amending.ask(order)} />
            {pauses.length > 0 && <Pauses pauses={pauses} />}
            {order.met !== undefined && <TriggerProof order={order} />}
          </Stack>
        )}
      </Loaded>
      {amending.sheet}
    </ScreenBody>
  );
}

function Terms({ order, onAmend }: { order: Conditional; onAmend: () => void }) {
  const t = useT();
  const to = useLinks();
  const { orderId, attached } = order;
  return (
    <Card>
      <Stack gap={8}>
        <ConditionalHead order={order} />
        <div>
          <Sentences order={order} />
        </div>
        <Outcome order={order} />
        {order.state === 'waiting' && (
          <div>
            <Button isSmall onPress={onAmend}>
              {t('spot.amend')}
            </Button>
          </div>
        )}
        {attached !== undefined && (
          <div>
            <Button isSmall {...to(pages.orderDetail, { id: String(attached.orderId) })}>
              {t('spot.attachedParent')}
            </Button>
          </div>
        )}
        {orderId !== undefined && (
          <div>
            <Button isSmall {...to(pages.orderDetail, { id: String(orderId) })}>
              {t('spot.placedOrder')}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  );
}

/** Times in which no price could meet it. */
function Pauses({ pauses }: { pauses: readonly Pause[] }) {
  const t = useT();
  return (
    <Card>
      <KeyValues>
        {pauses.map(({ reason, beganAt, endedAt }) => (
          <KeyValue
            key={endedAt}
            name={t(`spot.pause_${reason}`)}
            value={
              <>
                <DateText at={beganAt} detail="second" /> –{' '}
                <DateText at={endedAt} detail="second" />
              </>
            }
          />
        ))}
      </KeyValues>
    </Card>
  );
}
