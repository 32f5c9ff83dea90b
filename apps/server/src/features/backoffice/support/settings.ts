/** Settings of support that operators may change: hours, limits, waiting times. */
import { settingOf, wholeNumber } from '../../../kernel/settings/settings.ts';
import { parseHours } from './hours.ts';

const DAY = ['08:00', '20:00'];

export const supportSettings = {
  hours: settingOf({
    key: 'service.hours',
    name: 'Support hours',
    effect: 'Members read when support answers.',
    form: { kind: 'hours' },
    range: 'a known time zone and seven days, each with a start before its end',
    fallback: { zone: 'UTC', days: [DAY, DAY, DAY, DAY, DAY, DAY, DAY] },
    parse: parseHours,
  }),
  messagesPerMinute: wholeNumber({
    key: 'service.messagesPerMinute',
    name: 'Messages of a customer',
    effect: 'A customer may send this many messages to support within a minute.',
    unit: '',
    fallback: 20,
    min: 1,
  }),
  addressMessagesPerMinute: wholeNumber({
    key: 'service.addressMessagesPerMinute',
    name: 'Messages of visitors',
    effect:
      'Visitors from one network address may send this many messages to support within a minute.',
    unit: '',
    fallback: 60,
    min: 1,
  }),
  imagesPerHour: wholeNumber({
    key: 'service.imagesPerHour',
    name: 'Images in a conversation',
    effect: 'Each side may send this many images in a conversation within an hour.',
    unit: '',
    fallback: 20,
    min: 1,
  }),
  openingsPerHour: wholeNumber({
    key: 'service.openingsPerHour',
    name: 'New conversations',
    effect:
      'A member, or visitors from one network address, may begin this many conversations within an hour.',
    unit: '',
    fallback: 10,
    min: 1,
  }),
  noticeMinutes: wholeNumber({
    key: 'service.noticeMinutes',
    name: 'Report of an unread answer',
    effect: 'A member is notified of an answer that is unread for this long.',
    unit: 'min',
    fallback: 3,
    min: 1,
  }),
  releaseMinutes: wholeNumber({
    key: 'service.releaseMinutes',
    name: 'Release of a conversation',
    effect:
      'A conversation that its operator leaves unanswered for this long waits for anyone again.',
    unit: 'min',
    fallback: 30,
    min: 1,
  }),
  closeHours: wholeNumber({
    key: 'service.closeHours',
    name: 'End of a conversation',
    effect: 'A conversation is closed after this long without an answer of the customer.',
    unit: 'h',
    fallback: 72,
    min: 1,
  }),
};
