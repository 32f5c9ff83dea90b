/** Settings of support that operators may change: hours, limits, waiting times. */
import { settingOf, wholeNumber } from '../../../kernel/settings/settings.ts';
import { parseHours } from './hours.ts';

const DAY = ['08:00', '20:00'];

export const supportSettings = {
  hours: settingOf({
    key: 'service.hours',
    unit: 'support hours: {"zone": time zone, "days": Monday to Sunday as ["08:00", "20:00"], or null}',
    range: 'a known time zone and seven days, each with a start before its end',
    fallback: { zone: 'UTC', days: [DAY, DAY, DAY, DAY, DAY, DAY, DAY] },
    parse: parseHours,
  }),
  messagesPerMinute: wholeNumber({
    key: 'service.messagesPerMinute',
    unit: 'messages of one customer to support within 1 min',
    fallback: 20,
    min: 1,
  }),
  addressMessagesPerMinute: wholeNumber({
    key: 'service.addressMessagesPerMinute',
    unit: 'messages of visitors from one address to support within 1 min',
    fallback: 60,
    min: 1,
  }),
  imagesPerHour: wholeNumber({
    key: 'service.imagesPerHour',
    unit: 'images in one conversation with support within 1 h, from each side',
    fallback: 20,
    min: 1,
  }),
  openingsPerHour: wholeNumber({
    key: 'service.openingsPerHour',
    unit: 'conversations begun by one member, or by visitors from one address, within 1 h',
    fallback: 10,
    min: 1,
  }),
  noticeMinutes: wholeNumber({
    key: 'service.noticeMinutes',
    unit: 'min until an unread answer is reported',
    fallback: 3,
    min: 1,
  }),
  releaseMinutes: wholeNumber({
    key: 'service.releaseMinutes',
    unit: 'min without an answer until an assigned conversation waits for any operator again',
    fallback: 30,
    min: 1,
  }),
  closeHours: wholeNumber({
    key: 'service.closeHours',
    unit: 'h without an answer of the customer until a conversation is closed',
    fallback: 72,
    min: 1,
  }),
};
