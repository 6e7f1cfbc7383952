import type { Migrations } from '../../platform/storage/migration.ts'
import { firstTables } from './migrations/0001-first-tables.ts'
import { wholeStore } from './migrations/0002-the-whole-store.ts'
import { imports } from './migrations/0003-imports.ts'
import { keysThatEnd } from './migrations/0004-keys-that-end.ts'
import { limitsOfKeys } from './migrations/0005-limits-of-keys.ts'
import { publishableKeys } from './migrations/0006-publishable-keys.ts'
import { accountsOwnWhatTheyAdd } from './migrations/0007-accounts-own-what-they-add.ts'
import { profiles } from './migrations/0008-profiles.ts'
import { organizations } from './migrations/0009-organizations.ts'
import { auditLog } from './migrations/0010-audit-log.ts'
import { listings } from './migrations/0011-listings.ts'
import { people } from './migrations/0012-people.ts'
import { listingSearch } from './migrations/0013-listing-search.ts'
import { signInWithoutPasswords } from './migrations/0014-sign-in-without-passwords.ts'
import { photos } from './migrations/0015-photos.ts'
import { petfinderFilters } from './migrations/0016-petfinder-filters.ts'
import { mail } from './migrations/0017-mail.ts'
import { quickerListings } from './migrations/0018-quicker-listings.ts'
import { applications } from './migrations/0019-applications.ts'
import { externalIds } from './migrations/0020-external-ids.ts'
import { animalsAtAGlance } from './migrations/0021-animals-at-a-glance.ts'
import { deliveryDetails } from './migrations/0022-delivery-details.ts'
import { ordersToSearch } from './migrations/0023-orders-to-search.ts'
import { adoptions } from './migrations/0024-adoptions.ts'
import { people as adopters } from './migrations/0025-people.ts'
import { countedListings } from './migrations/0026-counted-listings.ts'
import { applicationsOfMails } from './migrations/0027-applications-of-mails.ts'
import { documentTemplates } from './migrations/0028-document-templates.ts'
import { closings } from './migrations/0029-closings.ts'
import { refusedInvitations } from './migrations/0030-refused-invitations.ts'
import { undo } from './migrations/0031-undo.ts'
import { linksOfAccounts } from './migrations/0032-links-of-accounts.ts'
import { history } from './migrations/0033-history.ts'
import { historyAuthors } from './migrations/0034-history-authors.ts'
import { boundedPast } from './migrations/0035-bounded-past.ts'
import { unconfirmedRestore } from './migrations/0036-unconfirmed-restore.ts'
import { auditBreaksIndex } from './migrations/0037-audit-breaks.ts'
import { strangers } from './migrations/0038-strangers.ts'
import { heldMail } from './migrations/0039-held-mail.ts'
import { webhookCursors } from './migrations/0040-webhook-cursors.ts'
import { prefixedCookies } from './migrations/0041-prefixed-cookies.ts'
import { importsToUndo } from './migrations/0042-imports-to-undo.ts'
import { silentEvents } from './migrations/0043-silent-events.ts'
import { speciesCategories } from './migrations/0044-species-categories.ts'
import { signInMethods } from './migrations/0045-sign-in-methods.ts'
import { importsOverHttp } from './migrations/0046-imports-over-http.ts'
import { oneCatalogue } from './migrations/0047-one-catalogue.ts'
import { deprecations } from './migrations/0048-deprecations.ts'
import { microchips } from './migrations/0049-microchips.ts'
import { requestLog } from './migrations/0050-request-log.ts'
import { accountSearch } from './migrations/0051-account-search.ts'
import { mailLanguages } from './migrations/0052-mail-languages.ts'
import { formsInUse } from './migrations/0053-forms-in-use.ts'
import { signedContracts } from './migrations/0054-signed-contracts.ts'
import { backups } from './migrations/0055-backups.ts'
import { mailTemplates } from './migrations/0056-mail-templates.ts'
import { notes } from './migrations/0057-notes.ts'
import { samples } from './migrations/0058-samples.ts'
import { importUndos } from './migrations/0059-import-undos.ts'
import { photoRotations } from './migrations/0060-photo-rotations.ts'
import { heldReasons } from './migrations/0061-held-reasons.ts'
import { replicaHealth } from './migrations/0062-replica-health.ts'
import { linkExpiry } from './migrations/0064-link-expiry.ts'
import { bonds } from './migrations/0065-bonds.ts'
import { importCategories } from './migrations/0067-import-categories.ts'
import { subjects } from './migrations/0068-subjects.ts'
import { dueWork } from './migrations/0069-due-work.ts'

/** All migrations, oldest first. A released migration never changes. */
export const migrations: Migrations = {
  '0001-first-tables': firstTables,
  '0002-the-whole-store': wholeStore,
  '0003-imports': imports,
  '0004-keys-that-end': keysThatEnd,
  '0005-limits-of-keys': limitsOfKeys,
  '0006-publishable-keys': publishableKeys,
  '0007-accounts-own-what-they-add': accountsOwnWhatTheyAdd,
  '0008-profiles': profiles,
  '0009-organizations': organizations,
  '0010-audit-log': auditLog,
  '0011-listings': listings,
  '0012-people': people,
  '0013-listing-search': listingSearch,
  '0014-sign-in-without-passwords': signInWithoutPasswords,
  '0015-photos': photos,
  '0016-petfinder-filters': petfinderFilters,
  '0017-mail': mail,
  '0018-quicker-listings': quickerListings,
  '0019-applications': applications,
  '0020-external-ids': externalIds,
  '0021-animals-at-a-glance': animalsAtAGlance,
  '0022-delivery-details': deliveryDetails,
  '0023-orders-to-search': ordersToSearch,
  '0024-adoptions': adoptions,
  '0025-people': adopters,
  '0026-counted-listings': countedListings,
  '0027-applications-of-mails': applicationsOfMails,
  '0028-document-templates': documentTemplates,
  '0029-closings': closings,
  '0030-refused-invitations': refusedInvitations,
  '0031-undo': undo,
  '0032-links-of-accounts': linksOfAccounts,
  '0033-history': history,
  '0034-history-authors': historyAuthors,
  '0035-bounded-past': boundedPast,
  '0036-unconfirmed-restore': unconfirmedRestore,
  '0037-audit-breaks': auditBreaksIndex,
  '0038-strangers': strangers,
  '0039-held-mail': heldMail,
  '0040-webhook-cursors': webhookCursors,
  '0041-prefixed-cookies': prefixedCookies,
  '0042-imports-to-undo': importsToUndo,
  '0043-silent-events': silentEvents,
  '0044-species-categories': speciesCategories,
  '0045-sign-in-methods': signInMethods,
  '0046-imports-over-http': importsOverHttp,
  '0047-one-catalogue': oneCatalogue,
  '0048-deprecations': deprecations,
  '0049-microchips': microchips,
  '0050-request-log': requestLog,
  '0051-account-search': accountSearch,
  '0052-mail-languages': mailLanguages,
  '0053-forms-in-use': formsInUse,
  '0054-signed-contracts': signedContracts,
  '0055-backups': backups,
  '0056-mail-templates': mailTemplates,
  '0057-notes': notes,
  '0058-samples': samples,
  '0059-import-undos': importUndos,
  '0060-photo-rotations': photoRotations,
  '0061-held-reasons': heldReasons,
  '0062-replica-health': replicaHealth,
  '0064-link-expiry': linkExpiry,
  '0065-bonds': bonds,
  '0067-import-categories': importCategories,
  '0068-subjects': subjects,
  '0069-due-work': dueWork,
}
