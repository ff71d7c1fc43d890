import type { FastifyReply } from 'fastify';
import { exchangeOf } from '../exchange.ts';
import type { Answer } from './answer.ts';

/** Sends an answer to a request that the framework handles. */
export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.hijack();
  exchangeOf(reply.request).send(answer);
  return reply;
}
