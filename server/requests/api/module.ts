import type { TSchema } from 'typebox'
import type { Routine } from '../../platform/routine.ts'
import type { Operation } from './operation.ts'
import type { PortalPage } from './portal-page.ts'

/** What a module of the server gives to the program, and with its services to the modules above it. */
export type Module<Services> = {
  services: Services
  /** In the order in which the docs show those of one tag. */
  operations?: readonly Operation[]
  /** What its operations refer to by name. */
  schemas?: readonly TSchema[]
  pages?: readonly PortalPage[]
  routines?: readonly Routine[]
  /** Begins the work that goes on beside requests, once everything is composed. */
  start?: () => void
  /** By name, what ends by itself only when it is told to, while requests still run. */
  stop?: Closers
  /** By name, what is closed after all requests; the last of them first. */
  close?: Closers
}

export type Closers = Readonly<Record<string, () => unknown>>
