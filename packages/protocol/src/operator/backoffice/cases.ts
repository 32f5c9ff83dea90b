/** API of cases: what is suspected of a customer, what people of compliance find, and what two of them decide (ADR 111). */
import { type Static, type TSchema, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { AmountOut, Fields, Id, IdIn, ListOf, NoData, pageFields, Time } from '../../fields.ts';
import { operatorAct, operatorRead } from '../../presets.ts';
import { timelineRowFields, TimelineGroup } from '../account/customers.ts';
import { InnerReason } from '../two-texts.ts';

const DayIn = (description: string) => Type.String({ format: 'date', maxLength: 10, description });

const OrNull = <Row extends TSchema>(row: Row) => Type.Union([row, Type.Null()]);

const Risk = () => Type.Union([Type.Literal('low'), Type.Literal('medium'), Type.Literal('high')]);
const Act = () =>
  Type.Union(
    [Type.Literal('clear'), Type.Literal('restrict'), Type.Literal('lift'), Type.Literal('report')],
    {
      description:
        'clear: closes without a finding, and lifts a restriction; lift: ends a restriction before its time; report: closes as reported to the authority',
    },
  );
const Part = () =>
  Type.Union(
    [
      Type.Literal('withdrawals'),
      Type.Literal('payouts'),
      Type.Literal('trading'),
      Type.Literal('deposits'),
    ],
    {
      description:
        'withdrawals: of coins, transfers to members too; payouts: to banks; trading: orders, swaps, contracts and purchases; deposits: those that operators approve',
    },
  );
export type CaseAct = Static<ReturnType<typeof Act>>;
export type CasePart = Static<ReturnType<typeof Part>>;

const Suspicion = () =>
  Type.Union(
    [
      Type.Literal('belowThreshold'),
      Type.Literal('falseDocuments'),
      Type.Literal('refusedDocuments'),
      Type.Literal('severalIdentities'),
      Type.Literal('suspiciousTransfers'),
      Type.Literal('severalAccounts'),
      Type.Literal('thirdParties'),
      Type.Literal('outOfPattern'),
      Type.Literal('sourceOfFunds'),
      Type.Literal('funnelAccount'),
      Type.Literal('terrorism'),
      Type.Literal('stolenAccount'),
      Type.Literal('noPurpose'),
      Type.Literal('workingTogether'),
    ],
    { description: 'what is suspected, by the list of FinCEN' },
  );
const Usd = () =>
  Type.Integer({
    minimum: 0,
    maximum: 999_999_999_999,
    description: 'whole dollars that it is about; 0: unknown',
  });
/** Reports in goAML have no room for more. */
const NARRATIVE_MAX = 3_900;
export type CaseSuspicion = Static<ReturnType<typeof Suspicion>>;

const Outcome = () => Type.Union([Type.Literal('cleared'), Type.Literal('reported')]);
const NoteLevel = () =>
  Type.Union([Type.Literal('case'), Type.Literal('compliance')], {
    description: 'case: who reads cases; compliance: not auditors',
  });

const Person = Type.Object({ ID: Id(), login: Type.String() });

export const CaseRow = Type.Object({
  ID: Id(),
  recordNo: Type.String({ description: 'CS-118' }),
  memberId: Id(),
  memberName: Type.String({ description: 'in the documents; empty: none were sent' }),
  isNameVerified: Type.Boolean(),
  source: Type.Union([Type.Literal('hit'), Type.Literal('rule'), Type.Literal('person')]),
  why: Type.String(),
  alerts: Type.Integer({ minimum: 0 }),
  points: Type.Integer({ minimum: 0, maximum: 100 }),
  risk: Risk(),
  restricted: Type.Array(Part(), { description: 'what waits; empty: nothing' }),
  restrictedSince: OrNull(Time()),
  restrictedUntil: OrNull(Time()),
  dueAt: Time(),
  isLate: Type.Boolean(),
  owner: OrNull(Person),
  proposal: OrNull(
    Type.Object(
      { act: Act(), login: Type.String(), isOwn: Type.Boolean() },
      {
        description: 'waits for a second person',
      },
    ),
  ),
  CreatedAt: Time(),
  closedAt: OrNull(Time()),
  outcome: OrNull(Outcome()),
  decidedBy: Type.Array(Type.String(), {
    description: 'logins of those who closed it; empty: its hits were decided',
  }),
});
export type CaseRow = Static<typeof CaseRow>;

export const CaseDetail = Type.Object({
  ...CaseRow.properties,
  openedBy: Type.String({ description: 'login; empty: the server' }),
  findings: Type.Array(
    Type.Object({
      ID: Id(),
      found: Type.String(),
      points: Type.Integer({ minimum: 1, maximum: 100 }),
      hitId: OrNull(Id()),
      hitState: OrNull(
        Type.Union([
          Type.Literal('open'),
          Type.Literal('notSame'),
          Type.Literal('match'),
          Type.Literal('gone'),
        ]),
      ),
      CreatedAt: Time(),
    }),
  ),
  linked: Type.Array(
    Type.Object({
      memberId: Id(),
      memberName: Type.String(),
      ground: Type.Union([
        Type.Literal('device'),
        Type.Literal('destination'),
        Type.Literal('payee'),
        Type.Literal('bank'),
        Type.Literal('network'),
        Type.Literal('inviter'),
        Type.Literal('invited'),
      ]),
      value: Type.String({ description: 'the address or name; of a device empty' }),
      times: Type.Integer({ minimum: 1 }),
      caseId: OrNull(Id('its newest case')),
      caseOutcome: OrNull(Outcome()),
    }),
    { description: 'accounts that have something in common; more than twenty share nothing' },
  ),
  notes: Type.Array(
    Type.Object({
      ID: Id(),
      CreatedAt: Time(),
      login: Type.String(),
      level: NoteLevel(),
      note: Type.String(),
    }),
    { description: 'that the caller may read, newest first' },
  ),
  proposals: Type.Array(
    Type.Object({
      ID: Id(),
      act: Act(),
      parts: Type.Array(Part()),
      reason: Type.String(),
      login: Type.String(),
      CreatedAt: Time(),
      state: Type.Union([
        Type.Literal('open'),
        Type.Literal('agreed'),
        Type.Literal('declined'),
        Type.Literal('withdrawn'),
      ]),
      decidedBy: Type.String(),
      decidedAt: OrNull(Time()),
      decidedReason: Type.String(),
    }),
  ),
  report: OrNull(
    Type.Object(
      {
        proposalId: Id(),
        suspicions: Type.Array(Suspicion()),
        from: Type.String({ description: 'the first UTC day' }),
        until: Type.String({ description: 'the last UTC day' }),
        usd: Usd(),
        narrative: Type.String(),
        madeAt: OrNull(Time('two people agreed, and the files were made')),
        receipt: OrNull(
          Type.Object(
            { number: Type.String(), receivedAt: Time(), login: Type.String() },
            {
              description: 'of the authority',
            },
          ),
        ),
      },
      { description: 'of the newest proposal to report' },
    ),
  ),
  person: Type.Object({
    email: Type.String(),
    countryCode: Type.String({ description: 'of the phone: 43' }),
    joinedAt: Time(),
    realNameStatus: Type.Integer({ description: '0 none, 1 submitted, 2 verified, 3 rejected' }),
    isFrozen: Type.Boolean(),
    isBanned: Type.Boolean(),
  }),
  money: Type.Array(
    Type.Object({ coinname: Type.String(), deposited: AmountOut(), withdrawn: AmountOut() }),
    { description: 'what came and went in the last thirty days' },
  ),
  colleagues: Type.Array(Person, { description: 'to whom it can be handed over' }),
  mayWork: Type.Boolean({
    description: 'false: it is closed, or you only read cases',
  }),
});
export type CaseDetail = Static<typeof CaseDetail>;

const CaseTimelineGroup = () => Type.Union([Type.Literal('case'), TimelineGroup()]);

export const CaseTimelineRow = Type.Object({
  ...timelineRowFields,
  group: CaseTimelineGroup(),
  login: Type.String({ description: 'who did it in the case; else empty' }),
  text: Type.String({ description: 'what was found in the case, or why; else empty' }),
  facts: OrNull(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'of what happened in the case: act, parts, points, hitId, finding',
    }),
  ),
});
export type CaseTimelineRow = Static<typeof CaseTimelineRow>;

export const operatorCaseCalls = {
  cases: defineCall({
    ...operatorRead('screening.read'),
    path: '/operator/case/list',
    summary: 'Lists open cases, soonest due first, 500 at most.',
    input: Fields({}),
    output: Type.Object({
      list: Type.Array(CaseRow),
      total: Type.Integer({ minimum: 0 }),
      late: Type.Integer({ minimum: 0 }),
      waiting: Type.Integer({
        minimum: 0,
        description: 'those that do not wait for a colleague to decide what you proposed',
      }),
      closedThisWeek: Type.Array(CaseRow),
    }),
    codes: [],
  }),
  closedCases: defineCall({
    ...operatorRead('screening.read'),
    path: '/operator/case/closed',
    summary: 'Lists closed cases, newest first.',
    input: Fields({ ...pageFields }),
    output: ListOf(CaseRow),
    codes: [],
  }),
  case: defineCall({
    ...operatorRead('screening.read'),
    path: '/operator/case/find',
    summary: 'Returns one case. Access is logged.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ case: CaseDetail }),
    codes: [5007],
  }),
  caseTimeline: defineCall({
    ...operatorRead('screening.read'),
    path: '/operator/case/timeline',
    summary:
      "What happened in a case and in the customer's account, newest first, in one list. Access is logged.",
    input: Fields({
      ID: IdIn(),
      group: Type.Optional(CaseTimelineGroup()),
      after: Type.Optional(
        Type.String({
          pattern: '^[a-z]{1,10}\\.\\d{1,15}(~[a-z]{1,10}\\.\\d{1,15}){0,5}$',
          maxLength: 170,
          description: '`next` of the page before',
        }),
      ),
    }),
    output: Type.Object({
      list: Type.Array(CaseTimelineRow),
      next: OrNull(Type.String()),
    }),
    codes: [5007],
  }),
  openCase: defineCall({
    ...operatorAct('screening.decide'),
    path: '/operator/case/open',
    summary:
      "Opens a case on a customer; it is the caller's. What is found joins the case that is open already.",
    input: Fields({
      memberId: IdIn(),
      why: Type.String({ minLength: 1, maxLength: 200, description: 'a few words' }),
      risk: Risk(),
      reason: InnerReason(),
    }),
    output: Type.Object({ ID: Id(), isNew: Type.Boolean() }),
    codes: [5007, 5030],
  }),
  takeCase: defineCall({
    ...operatorAct('screening.decide'),
    path: '/operator/case/take',
    summary: 'Takes a case that nobody has.',
    input: Fields({ ID: IdIn() }),
    output: NoData(),
    codes: [5007, 5031, 5034],
  }),
  handOverCase: defineCall({
    ...operatorAct('screening.decide'),
    path: '/operator/case/handOver',
    summary: 'Hands a case to a colleague of compliance, or back to nobody. Its due time stays.',
    input: Fields({ ID: IdIn(), operatorId: Type.Optional(IdIn()) }),
    output: NoData(),
    codes: [5007, 5034],
  }),
  addCaseNote: defineCall({
    ...operatorAct('screening.decide'),
    path: '/operator/case/note',
    summary: 'Adds a note, which cannot be changed. Never shown to the customer or to support.',
    input: Fields({
      ID: IdIn(),
      note: Type.String({ minLength: 1, maxLength: 500 }),
      level: NoteLevel(),
    }),
    output: NoData(),
    codes: [5007, 5034],
  }),
  proposeCaseAct: defineCall({
    ...operatorAct('screening.decide'),
    path: '/operator/case/propose',
    summary:
      'Proposes what a second person agrees to. A restriction begins at the proposal and ends after 72 hours unless the second person agrees; then after 30 days.',
    input: Fields({
      ID: IdIn(),
      act: Act(),
      parts: Type.Optional(
        Type.Array(Part(), {
          minItems: 1,
          maxItems: 4,
          uniqueItems: true,
          description: 'of a restriction: what waits',
        }),
      ),
      report: Type.Optional(
        Fields({
          suspicions: Type.Array(Suspicion(), { minItems: 1, maxItems: 14, uniqueItems: true }),
          from: DayIn('the first UTC day of the activity'),
          until: DayIn('the last UTC day'),
          usd: Usd(),
          narrative: Type.String({
            minLength: 1,
            maxLength: NARRATIVE_MAX,
            description: 'what the authority reads: who, what, when, where, why, how',
          }),
        }),
      ),
      reason: InnerReason(),
    }),
    output: Type.Object({
      until: OrNull(Time('when the restriction ends automatically')),
    }),
    codes: [5007, 5011, 5032, 5033, 5034],
  }),
  decideCaseAct: defineCall({
    ...operatorAct('screening.decide'),
    path: '/operator/case/decide',
    summary: 'Agrees to what a colleague proposed, or declines it.',
    input: Fields({
      ID: IdIn(),
      proposalId: IdIn(),
      act: Act(),
      isAgreed: Type.Boolean(),
      reason: InnerReason(),
    }),
    output: NoData(),
    codes: [5007, 5011, 5032, 5033, 5034],
  }),
  caseReport: defineCall({
    ...operatorRead('screening.decide'),
    path: '/operator/case/report',
    summary:
      'Downloads the report that two people agreed to, as it was then. It is logged with its hash.',
    input: Fields({
      ID: IdIn(),
      format: Type.Union([Type.Literal('fincen'), Type.Literal('goaml')]),
    }),
    output: Type.Object({
      name: Type.String(),
      content: Type.String(),
      sha256: Type.String(),
    }),
    codes: [5007],
  }),
  recordCaseReceipt: defineCall({
    ...operatorAct('screening.decide'),
    path: '/operator/case/receipt',
    summary: 'Records under which number the authority received the report, and when.',
    input: Fields({
      ID: IdIn(),
      number: Type.String({ minLength: 1, maxLength: 100 }),
      receivedAt: Time(),
    }),
    output: NoData(),
    codes: [5007, 5034],
  }),
  withdrawCaseAct: defineCall({
    ...operatorAct('screening.decide'),
    path: '/operator/case/withdraw',
    summary:
      'Takes an own proposal back before it is decided. A restriction that it began ends automatically.',
    input: Fields({ ID: IdIn(), proposalId: IdIn() }),
    output: NoData(),
    codes: [5007, 5030, 5034],
  }),
};
