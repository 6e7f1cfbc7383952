import type { Pet } from '../../animals/pets/pet.ts'
import type { PetChange } from '../../animals/pets/pet-change.ts'
import type { PetsService } from '../../animals/pets/pets.service.ts'
import type { ProfileChange } from '../../animals/profiles/profile.ts'
import type { ProfilesService } from '../../animals/profiles/profiles.service.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Trx } from '../../platform/storage/database.ts'
import { type Actor, checkOwner, isOwner, visibleAccount } from '../../requests/access/ownership.ts'
import type { Author, By } from '../../requests/author/author.ts'
import { orderError } from './order.errors.ts'
import { detailsOf, isOpen, type Order, type OrderChange, type OwnedOrder, petStatusAfter } from './order.ts'
import type { OrderContracts } from './order-contracts.ts'
import { findLastStep, findOrder, type LastStep, updateOrder, wasOrderedAfter } from './orders.repository.ts'

type Changes = OrderChange | PetChange | ProfileChange

export type UndoDeps<Placer> = {
  pets: Pick<PetsService, 'findIn' | 'move'>
  profiles: Pick<ProfilesService, 'republish' | 'mayActOn'>
  contracts: Pick<OrderContracts, 'discard'>
  /** How many adoptions and returns of an animal were recorded since then. */
  countAdoptionsSince: (query: Trx['query'], since: { petId: bigint; sinceMs: number }) => Promise<number>
  /** Throws `too_many_open_orders`. */
  checkRoom: (trx: Trx, placer: Placer) => Promise<void>
  clock: Pick<Clock, 'nowMs'>
}

/** Pages offer an undo for 10 s, and the request takes a while. */
const UNDO_MS = 15_000

/**
 * The author of a step, to compare with the author of an undo: a user across sessions, or a key.
 */
export const stepAuthor = ({ type, id }: Author): string | undefined => (id === undefined ? undefined : `${type} ${id}`)

/**
 * Undoes the last step of an order, for its author and for a short time: the order, its animal, its
 * listing and the counts become as they were before. Throws `undo_not_possible` if anything has
 * changed since.
 */
export const orderUndo =
  <Placer extends Actor>({ pets, profiles, contracts, countAdoptionsSince, checkRoom, clock }: UndoDeps<Placer>) =>
  async (trx: Trx<Changes>, { caller, author }: By<Placer>, id: bigint): Promise<Order> => {
    await trx.lock('orders', id)
    const found = await findOrder(trx.query, id, visibleAccount(caller))
    if (!found) throw orderError('order_not_found')
    const { order, ...sides } = found
    // The account that only placed the order may undo its cancellation, which is the only step it
    // can take.
    if (order.status !== 'cancelled') checkOwner(caller, sides.ownerId)
    const nowMs = clock.nowMs()
    const step = checkStep(await findLastStep(trx.query, id), author, nowMs)
    const animal = await unchangedAnimal(trx, { pets, countAdoptionsSince }, found, step)
    const isReopened = isOpen(step.from) && !isOpen(order.status)
    if (isReopened && !isOwner(caller, sides.ownerId)) {
      // The animal may have been unpublished, or its account suspended, since the order was placed.
      const mayReopen = await profiles.mayActOn(trx.query, caller, animal.id)
      if (!mayReopen) throw tooLate('The animal is not available to other accounts any more.')
      await checkRoom(trx, caller)
    }
    // The return never happened, so it has no reason.
    const { returnReason, ...details } = detailsOf(order)
    const isReturned = order.status === 'returned'
    const isHandOver = order.status === 'delivered'
    if (isHandOver) await contracts.discard(trx, id)
    const after = await updateOrder(trx.query, id, {
      ...(isHandOver && { contract: null }),
      ...details,
      ...(!isReturned && returnReason !== undefined && { returnReason }),
      status: step.from,
      nowMs,
      expiresAtMs: step.expiresAtMs,
    })
    trx.record({ kind: 'order step undone', before: order, after, ...sides })
    await pets.move(trx, animal, petStatusAfter[step.from], { isUndo: true })
    const { publishedAtMs, atMs: unpublishedAtMs } = step
    if (publishedAtMs !== undefined) await profiles.republish(trx, animal.id, { publishedAtMs, unpublishedAtMs })
    return after
  }

const checkStep = (step: LastStep | undefined, author: Author, nowMs: number): LastStep => {
  if (!step) throw tooLate('There is no step to undo, or the order has changed since.')
  if (step.by !== stepAuthor(author)) throw tooLate('Somebody else took the last step.')
  if (nowMs - step.atMs > UNDO_MS) throw tooLate('The last step was more than 15 seconds ago.')
  const isOverdue = step.expiresAtMs !== undefined && step.expiresAtMs <= nowMs
  if (isOverdue) throw tooLate('The order would have expired by now.')
  return step
}

/** The animal, if it is as the step left it. */
const unchangedAnimal = async (
  trx: Trx,
  { pets, countAdoptionsSince }: Pick<UndoDeps<Actor>, 'pets' | 'countAdoptionsSince'>,
  { order, ownerId }: OwnedOrder,
  step: LastStep,
): Promise<Pet> => {
  const { petId, status } = order
  const owned = await pets.findIn(trx, petId)
  const isSame = owned?.ownerId === ownerId && owned.pet.status === petStatusAfter[status]
  const since = { petId, sinceMs: step.atMs }
  const isSold = petStatusAfter[step.from] === 'sold' || petStatusAfter[status] === 'sold'
  if (
    !isSame ||
    (await wasOrderedAfter(trx.query, order)) ||
    (await countAdoptionsSince(trx.query, since)) !== (isSold ? 1 : 0)
  )
    throw tooLate('The animal has changed since.')
  return owned.pet
}

const tooLate = (message: string) => orderError('undo_not_possible', { message })
