// Generated from openapi.json by `npm run types -w sdk`: do not edit.
import type { Int64 } from './exact-json.ts'
import type {
  Api,
  Account,
  AccountPatch,
  AdoptionReport,
  Animal,
  AnimalCounts,
  AnimalFacets,
  ApiKey,
  ApplicantExport,
  Application,
  ApplicationPatch,
  Approval,
  AuditAction,
  AuditEntry,
  BackupStatus,
  Category,
  CategoryPatch,
  Delivery,
  DeliveryDetails,
  DeprecatedUse,
  DocumentTemplates,
  ErasedPerson,
  Form,
  HistoryEntry,
  Import,
  ImportOptions,
  ImportReport,
  ImportRun,
  InvitedUser,
  IssuedApiKey,
  ListedBan,
  Listing,
  ListingFacets,
  Mail,
  MailLanguage,
  MailState,
  MailTemplate,
  MailTemplateKind,
  MailTemplatePreview,
  MailTemplates,
  MailWithText,
  Me,
  NewAccount,
  NewApiKey,
  NewApplication,
  NewCategory,
  NewDocumentTemplates,
  NewForm,
  NewMailTemplate,
  NewNote,
  NewOrder,
  NewOrganization,
  NewProfile,
  NewUser,
  NewWebhook,
  Note,
  Order,
  OrderPatch,
  Organization,
  PasswordLink,
  Person,
  PersonDetails,
  Pet,
  PetBatchResults,
  PetCounts,
  PetPatch,
  PetUpdateBatch,
  Photo,
  PhotoPatch,
  PreviewedMail,
  PrintedDocument,
  Profile,
  ProfilePatch,
  RateLimit,
  RequestEntry,
  Rotation,
  Sample,
  SpeciesCategory,
  SubmittedApplication,
  TemplatePreview,
  UsageDay,
  User,
  UserPatch,
  Webhook,
  WebhookPatch,
  WebhookTest,
  WebhookWithSecret,
} from './openapi.gen.ts'
import type { CallOptions, ChangeOptions, ListOptions, PostOptions, ReadOptions } from './options.ts'
import { type List, list } from './page.ts'
import { inPath } from './request.ts'
import type { Call } from './response.ts'
import type { Send } from './transport.ts'

type Query<Operation extends keyof Api['queries']> = Api['queries'][Operation]

/** The methods of the API by resource. */
export class Resources {
  readonly pets: PetCalls
  readonly animals: AnimalCalls
  readonly profiles: ProfileCalls
  readonly notes: NoteCalls
  readonly photos: PhotoCalls
  readonly listings: ListingCalls
  readonly organizations: OrganizationCalls
  readonly categories: CategoryCalls
  readonly imports: ImportCalls
  readonly inventory: InventoryCalls
  readonly orders: OrderCalls
  readonly requests: RequestCalls
  readonly rateLimit: RateLimitCalls
  readonly me: MeCalls
  readonly sample: SampleCalls
  readonly staging: StagingCalls
  readonly deprecations: DeprecationCalls
  readonly reports: ReportCalls
  readonly mailTemplates: MailTemplateCalls
  readonly applications: ApplicationCalls
  readonly forms: FormCalls
  readonly documents: DocumentCalls
  readonly people: PeopleCalls
  readonly webhooks: WebhookCalls
  readonly users: UserCalls
  readonly accounts: AccountCalls
  readonly keys: KeyCalls
  readonly bans: BanCalls
  readonly usage: UsageCalls
  readonly mails: MailCalls
  readonly auditLog: AuditLogCalls
  readonly backupStatus: BackupStatusCalls

  constructor(send: Send) {
    this.pets = petCalls(send)
    this.animals = animalCalls(send)
    this.profiles = profileCalls(send)
    this.notes = noteCalls(send)
    this.photos = photoCalls(send)
    this.listings = listingCalls(send)
    this.organizations = organizationCalls(send)
    this.categories = categoryCalls(send)
    this.imports = importCalls(send)
    this.inventory = inventoryCalls(send)
    this.orders = orderCalls(send)
    this.requests = requestCalls(send)
    this.rateLimit = rateLimitCalls(send)
    this.me = meCalls(send)
    this.sample = sampleCalls(send)
    this.staging = stagingCalls(send)
    this.deprecations = deprecationCalls(send)
    this.reports = reportCalls(send)
    this.mailTemplates = mailTemplateCalls(send)
    this.applications = applicationCalls(send)
    this.forms = formCalls(send)
    this.documents = documentCalls(send)
    this.people = peopleCalls(send)
    this.webhooks = webhookCalls(send)
    this.users = userCalls(send)
    this.accounts = accountCalls(send)
    this.keys = keyCalls(send)
    this.bans = banCalls(send)
    this.usage = usageCalls(send)
    this.mails = mailCalls(send)
    this.auditLog = auditLogCalls(send)
    this.backupStatus = backupStatusCalls(send)
  }
}

/** The methods of `store.pets`. */
export type PetCalls = ReturnType<typeof petCalls>

const petCalls = (send: Send) => ({
  /**
   * List animals. Returns a page of animals. For the next page follow the `Link` with `rel="next"`, or send
   * `X-Next-Cursor` as `cursor`.
   *
   * Awaitable, and iterable over all pages. Needs `pets:read`. `GET /v1/pets`
   */
  list: (query?: Query<'listPets'>, options?: ListOptions): List<Pet> =>
    list(send, { operation: 'listPets', path: '/pets', query }, options),

  /**
   * Update an animal. Changes only the given fields. Status transitions: `available` to `pending` or `sold`, `pending`
   * to `available` or `sold`, `sold` to `available`. An open order controls the status of its animal. Only the account
   * that the animal belongs to can update it.
   *
   * Needs `pets:write`. Throws `not_owner`, `pet_not_found`, `pet_has_open_order`, `invalid_transition`,
   * `precondition_failed`. `PATCH /v1/pets/{petId}`
   */
  update: (petId: Int64, body: PetPatch, options?: ChangeOptions): Call<Pet> =>
    send({ operation: 'updatePet', method: 'PATCH', path: `/pets/${inPath(petId)}`, body }, options),

  /**
   * Delete an animal. An animal with an open order cannot be deleted. Only the account that the animal belongs to can
   * delete it. The id is never reused.
   *
   * Needs `pets:write`. Throws `not_owner`, `pet_not_found`, `pet_has_open_order`, `precondition_failed`.
   * `DELETE /v1/pets/{petId}`
   */
  remove: (petId: Int64, options?: ChangeOptions): Call<undefined> =>
    send({ operation: 'deletePet', method: 'DELETE', path: `/pets/${inPath(petId)}` }, options),

  /**
   * Update many animals. Updates up to 100 animals in one request, each like `PATCH /v1/pets/{petId}`. Results are in
   * the same order; with `atomic`, all animals are updated or none. A batch of n animals counts as n/10 requests,
   * rounded up.
   *
   * Needs `pets:write`. `PATCH /v1/pets:batch`
   */
  updateBatch: (body: PetUpdateBatch, options?: PostOptions): Call<PetBatchResults> =>
    send({ operation: 'updatePets', method: 'PATCH', path: '/pets:batch', body }, options),

  /**
   * List an animal's history. Returns the history of an animal, newest first: who changed, published, reserved or
   * adopted it, and when. It is stored as long as the animal. Changes of the same kind that one person or key makes
   * within five minutes of each other, with nothing else between, are one entry. Only the account that the animal
   * belongs to can see it; entries about orders need `orders:read`, and those about applications `applications:read`.
   * It contains no data of adopters.
   *
   * Awaitable, and iterable over all pages. Needs `pets:read`. Throws `not_owner`, `pet_not_found`.
   * `GET /v1/pets/{petId}/history`
   */
  history: (petId: Int64, query?: Query<'listHistory'>, options?: ListOptions): List<HistoryEntry> =>
    list(send, { operation: 'listHistory', path: `/pets/${inPath(petId)}/history`, query }, options),
})

/** The methods of `store.animals`. */
export type AnimalCalls = ReturnType<typeof animalCalls>

const animalCalls = (send: Send) => ({
  /**
   * List your animals at a glance. Returns part of the list of all animals of your account with their details:
   * published animals, drafts, and animals without a profile. Staff and keys with `admin` see the animals of all
   * accounts. The response always contains the length of the whole list, and `offset` selects any part of it.
   *
   * Awaitable, and iterable over all pages. Needs `pets:read`. Throws `not_owner`. `GET /v1/animals`
   */
  list: (query?: Query<'listAnimals'>, options?: ListOptions): List<Animal> =>
    list(send, { operation: 'listAnimals', path: '/animals', query }, options, { cursorName: 'offset' }),

  /**
   * Count your animals by status. Accepts the filters of the list.
   *
   * Needs `pets:read`. Throws `not_owner`. `GET /v1/animals/counts`
   */
  counts: (query?: Query<'countAnimals'>, options?: ReadOptions): Call<AnimalCounts> =>
    send({ operation: 'countAnimals', path: '/animals/counts', query }, options),

  /**
   * List the breeds and tags of your animals. Returns the breeds and tags of the animals that match the filters, as
   * choices for `breed` and `tag`. Case and accents are ignored. With more than 100,000 animals, only some are
   * examined.
   *
   * Needs `pets:read`. Throws `not_owner`. `GET /v1/animals/facets`
   */
  facets: (query?: Query<'listAnimalFacets'>, options?: ReadOptions): Call<AnimalFacets> =>
    send({ operation: 'listAnimalFacets', path: '/animals/facets', query }, options),
})

/** The methods of `store.profiles`. */
export type ProfileCalls = ReturnType<typeof profileCalls>

const profileCalls = (send: Send) => ({
  /**
   * Get an animal's profile. Returns the profile of an animal; `null` is unknown. An animal without a profile returns
   * one in which everything is unknown. Other accounts see a draft the same way, and never see `externalId`,
   * `microchip` and `intakeDate`.
   *
   * Needs `pets:read`. Throws `pet_not_found`. `GET /v1/pets/{petId}/profile`
   */
  get: (petId: Int64, options?: ReadOptions): Call<Profile> =>
    send({ operation: 'getProfile', path: `/pets/${inPath(petId)}/profile` }, options),

  /**
   * Replace an animal's profile. Omitted values become unknown, and a profile without `published: true` becomes a
   * draft. Publishing requires `species`. Only the account that the animal belongs to can do this.
   *
   * Needs `pets:write`. Throws `not_owner`, `pet_not_found`, `precondition_failed`. `PUT /v1/pets/{petId}/profile`
   */
  put: (petId: Int64, body: NewProfile, options?: ChangeOptions): Call<Profile> =>
    send({ operation: 'putProfile', method: 'PUT', path: `/pets/${inPath(petId)}/profile`, body }, options),

  /**
   * Update an animal's profile. Changes only the given fields (RFC 7396). `breeds`, `goodWith` and `fee` are merged
   * field by field, lists are replaced, and `null` makes a value unknown. Only the account that the animal belongs to
   * can do this.
   *
   * Needs `pets:write`. Throws `not_owner`, `pet_not_found`, `precondition_failed`. `PATCH /v1/pets/{petId}/profile`
   */
  update: (petId: Int64, body: ProfilePatch, options?: ChangeOptions): Call<Profile> =>
    send({ operation: 'updateProfile', method: 'PATCH', path: `/pets/${inPath(petId)}/profile`, body }, options),
})

/** The methods of `store.notes`. */
export type NoteCalls = ReturnType<typeof noteCalls>

const noteCalls = (send: Send) => ({
  /**
   * List an animal's notes. Returns a page of the notes of the staff about an animal, newest first. Only the account
   * that the animal belongs to can read them. They are never public.
   *
   * Awaitable, and iterable over all pages. Needs `pets:write`. Throws `not_owner`, `pet_not_found`.
   * `GET /v1/pets/{petId}/notes`
   */
  list: (petId: Int64, query?: Query<'listNotes'>, options?: ListOptions): List<Note> =>
    list(send, { operation: 'listNotes', path: `/pets/${inPath(petId)}/notes`, query }, options),

  /**
   * Add a note. Adds a note about an animal. An animal can have up to 500 notes. Notes cause no events and are deleted
   * with the animal.
   *
   * Needs `pets:write`. Throws `not_owner`, `pet_not_found`, `note_limit_reached`. `POST /v1/pets/{petId}/notes`
   */
  add: (petId: Int64, body: NewNote, options?: PostOptions): Call<Note> =>
    send({ operation: 'addNote', method: 'POST', path: `/pets/${inPath(petId)}/notes`, body }, options),

  /**
   * Get a note. Returns a note. Only the account that its animal belongs to can read it.
   *
   * Needs `pets:write`. Throws `note_not_found`. `GET /v1/notes/{noteId}`
   */
  get: (noteId: Int64, options?: ReadOptions): Call<Note> =>
    send({ operation: 'getNote', path: `/notes/${inPath(noteId)}` }, options),

  /**
   * Delete a note. The author of a note, managers, admins and keys can delete it.
   *
   * Needs `pets:write`. Throws `note_not_found`. `DELETE /v1/notes/{noteId}`
   */
  remove: (noteId: Int64, options?: CallOptions): Call<undefined> =>
    send({ operation: 'deleteNote', method: 'DELETE', path: `/notes/${inPath(noteId)}` }, options),
})

/** The methods of `store.photos`. */
export type PhotoCalls = ReturnType<typeof photoCalls>

const photoCalls = (send: Send) => ({
  /**
   * List an animal's photos. Returns all photos of an animal, in order. Other accounts can only see those of published
   * animals.
   *
   * Needs `pets:read`. Throws `pet_not_found`. `GET /v1/pets/{petId}/photos`
   */
  list: (petId: Int64, options?: ReadOptions): Call<Photo[]> =>
    send({ operation: 'listPhotos', path: `/pets/${inPath(petId)}/photos` }, options),

  /**
   * Get a photo. Other accounts can only see photos of published animals.
   *
   * Needs `pets:read`. Throws `photo_not_found`. `GET /v1/photos/{photoId}`
   */
  get: (photoId: Int64, options?: ReadOptions): Call<Photo> =>
    send({ operation: 'getPhoto', path: `/photos/${inPath(photoId)}` }, options),

  /**
   * Describe a photo. Updates a photo's description and focus (RFC 7396). To turn the picture, rotate it; for another
   * one, add that and delete this one.
   *
   * Needs `pets:write`. Throws `not_owner`, `photo_not_found`, `precondition_failed`. `PATCH /v1/photos/{photoId}`
   */
  update: (photoId: Int64, body: PhotoPatch, options?: ChangeOptions): Call<Photo> =>
    send({ operation: 'updatePhoto', method: 'PATCH', path: `/photos/${inPath(photoId)}`, body }, options),

  /**
   * Delete a photo. Its files are removed a day later, unless another photo uses them.
   *
   * Needs `pets:write`. Throws `not_owner`, `photo_not_found`, `precondition_failed`. `DELETE /v1/photos/{photoId}`
   */
  remove: (photoId: Int64, options?: ChangeOptions): Call<undefined> =>
    send({ operation: 'deletePhoto', method: 'DELETE', path: `/photos/${inPath(photoId)}` }, options),
})

/** The methods of `store.listings`. */
export type ListingCalls = ReturnType<typeof listingCalls>

const listingCalls = (send: Send) => ({
  /**
   * List published animals. Returns a page of animals whose profile is published: newest first, or best match first
   * with `q`. An unknown value never matches: `goodWith=children` returns only animals that are known to be good with
   * children. Several values of one filter match any of them, several filters all.
   *
   * Awaitable, and iterable over all pages. Needs `listings:read`. `GET /v1/listings`
   */
  list: (query?: Query<'listListings'>, options?: ListOptions): List<Listing> =>
    list(send, { operation: 'listListings', path: '/listings', query }, options),

  /**
   * Count published animals by value. Counts the listings that match the filters, by value. With `q`, the newest 1,000
   * matches are counted.
   *
   * Needs `listings:read`. `GET /v1/listings/facets`
   */
  facets: (query?: Query<'countListings'>, options?: ReadOptions): Call<ListingFacets> =>
    send({ operation: 'countListings', path: '/listings/facets', query }, options),

  /**
   * Get a published animal. The listing of a sold animal can be read for 30 more days.
   *
   * Needs `listings:read`. Throws `listing_not_found`. `GET /v1/listings/{petId}`
   */
  get: (petId: Int64, options?: ReadOptions): Call<Listing> =>
    send({ operation: 'getListing', path: `/listings/${inPath(petId)}` }, options),
})

/** The methods of `store.organizations`. */
export type OrganizationCalls = ReturnType<typeof organizationCalls>

const organizationCalls = (send: Send) => ({
  /**
   * List organizations. Returns the public details of every account that has public details and is not suspended,
   * ordered by id.
   *
   * Awaitable, and iterable over all pages. Needs `pets:read`. `GET /v1/organizations`
   */
  list: (query?: Query<'listOrganizations'>, options?: ListOptions): List<Organization> =>
    list(send, { operation: 'listOrganizations', path: '/organizations', query }, options),

  /**
   * Get an organization. The public details of an account. Those of a suspended account are visible only to staff.
   *
   * Needs `pets:read`. Throws `organization_not_found`. `GET /v1/organizations/{organizationId}`
   */
  get: (organizationId: Int64, options?: ReadOptions): Call<Organization> =>
    send({ operation: 'getOrganization', path: `/organizations/${inPath(organizationId)}` }, options),

  /**
   * Set an account's public details. Replaces all details; omitted fields are removed. Everybody with `pets:read` can
   * see them, and its listings show its name, city and country. Only the account itself can do this.
   *
   * Needs `pets:write`. Throws `account_not_found`, `precondition_failed`. `PUT /v1/accounts/{accountId}/organization`
   */
  put: (accountId: Int64, body: NewOrganization, options?: ChangeOptions): Call<Organization> =>
    send(
      { operation: 'putOrganization', method: 'PUT', path: `/accounts/${inPath(accountId)}/organization`, body },
      options,
    ),
})

/** The methods of `store.categories`. */
export type CategoryCalls = ReturnType<typeof categoryCalls>

const categoryCalls = (send: Send) => ({
  /**
   * List categories. Returns every category that has a name or animals, ordered by id.
   *
   * Awaitable, and iterable over all pages. Needs `pets:read`. `GET /v1/categories`
   */
  list: (query?: Query<'listCategories'>, options?: ListOptions): List<Category> =>
    list(send, { operation: 'listCategories', path: '/categories', query }, options),

  /**
   * List species and their categories. Returns each species with the category for its animals. These categories exist
   * from the start, so that a new store has one for its first animal.
   *
   * `GET /v1/species`
   */
  species: (options?: ReadOptions): Call<SpeciesCategory[]> =>
    send({ operation: 'listSpecies', path: '/species' }, options),

  /**
   * Get a category. Returns its name, if it has one, and how many animals of each status belong to it.
   *
   * Needs `pets:read`. Throws `category_not_found`. `GET /v1/categories/{categoryId}`
   */
  get: (categoryId: Int64, options?: ReadOptions): Call<Category> =>
    send({ operation: 'getCategory', path: `/categories/${inPath(categoryId)}` }, options),

  /**
   * Name a category. Sets the name of a `categoryId`, whether or not animals already use it. All accounts share these
   * names. Once a category has a name, only staff and keys of the store's oldest account can change it (`not_owner`).
   *
   * Needs `categories:write`. Throws `account_unreviewed`, `not_owner`, `category_not_found`, `precondition_failed`.
   * `PUT /v1/categories/{categoryId}`
   */
  put: (categoryId: Int64, body: NewCategory, options?: ChangeOptions): Call<Category> =>
    send({ operation: 'putCategory', method: 'PUT', path: `/categories/${inPath(categoryId)}`, body }, options),

  /**
   * Update a category. Changes the given fields. Animals stay in the category.
   *
   * Needs `categories:write`. Throws `account_unreviewed`, `not_owner`, `category_not_found`, `precondition_failed`.
   * `PATCH /v1/categories/{categoryId}`
   */
  update: (categoryId: Int64, body: CategoryPatch, options?: ChangeOptions): Call<Category> =>
    send({ operation: 'updateCategory', method: 'PATCH', path: `/categories/${inPath(categoryId)}`, body }, options),

  /**
   * Delete a category. Fails with `category_in_use` while animals belong to the category.
   *
   * Needs `categories:write`. Throws `account_unreviewed`, `not_owner`, `category_not_found`, `category_in_use`,
   * `precondition_failed`. `DELETE /v1/categories/{categoryId}`
   */
  remove: (categoryId: Int64, options?: ChangeOptions): Call<undefined> =>
    send({ operation: 'deleteCategory', method: 'DELETE', path: `/categories/${inPath(categoryId)}` }, options),
})

/** The methods of `store.imports`. */
export type ImportCalls = ReturnType<typeof importCalls>

const importCalls = (send: Send) => ({
  /**
   * List imports. Returns the imports of the last 30 days, newest first, without their columns. Imports on the command
   * line are not included.
   *
   * Awaitable, and iterable over all pages. Needs `pets:write`. Throws `not_owner`. `GET /v1/imports`
   */
  list: (query?: Query<'listImports'>, options?: ListOptions): List<Import> =>
    list(send, { operation: 'listImports', path: '/imports', query }, options),

  /**
   * Get an import. While its status is `checking` or `running`, poll every second or two.
   *
   * Needs `pets:write`. Throws `import_not_found`. `GET /v1/imports/{importId}`
   */
  get: (importId: Int64, options?: ReadOptions): Call<Import> =>
    send({ operation: 'getImport', path: `/imports/${inPath(importId)}` }, options),

  /**
   * Check an import. Computes the result of each row without changing any animal. The body replaces all options.
   * Omitted options get their defaults or the recognised values. In 24 hours, an account can check 100,000 (Free),
   * 400,000 (Pro), 2,000,000 (Business) or 40,000,000 (Enterprise) rows. A check counts as at least one row for each
   * 1,000 bytes of the file.
   *
   * Needs `pets:write`. Throws `import_not_found`, `import_not_ready`, `too_many_imports`.
   * `POST /v1/imports/{importId}/check`
   */
  check: (importId: Int64, body: ImportOptions = {}, options?: PostOptions): Call<Import> =>
    send({ operation: 'checkImport', method: 'POST', path: `/imports/${inPath(importId)}/check`, body }, options),

  /**
   * Run an import. Imports the rows of a `checked` file. Each row is imported once, even if the server restarts. A file
   * that was imported before needs `again`. In 24 hours, an account can import 25,000 (Free), 100,000 (Pro), 500,000
   * (Business) or 10,000,000 (Enterprise) rows.
   *
   * Needs `pets:write`. Throws `import_not_found`, `already_imported`, `import_not_ready`, `too_many_imports`.
   * `POST /v1/imports/{importId}/run`
   */
  run: (importId: Int64, body: ImportRun = {}, options?: PostOptions): Call<Import> =>
    send({ operation: 'runImport', method: 'POST', path: `/imports/${inPath(importId)}/run`, body }, options),

  /**
   * Get the report of an import. Returns a line for each rejected row and each omitted value, from the run or, before
   * it, from the check. With `Accept: text/csv` the response is the whole report as CSV.
   *
   * Needs `pets:write`. Throws `import_not_found`. `GET /v1/imports/{importId}/report`
   */
  report: (importId: Int64, query?: Query<'getImportReport'>, options?: ReadOptions): Call<ImportReport> =>
    send({ operation: 'getImportReport', path: `/imports/${inPath(importId)}/report`, query }, options),
})

/** The methods of `store.inventory`. */
export type InventoryCalls = ReturnType<typeof inventoryCalls>

const inventoryCalls = (send: Send) => ({
  /**
   * Count animals by status. Counts all animals of the store, or only those of one category.
   *
   * Needs `pets:read`. `GET /v1/store/inventory`
   */
  get: (query?: Query<'getInventory'>, options?: ReadOptions): Call<PetCounts> =>
    send({ operation: 'getInventory', path: '/store/inventory', query }, options),
})

/** The methods of `store.orders`. */
export type OrderCalls = ReturnType<typeof orderCalls>

const orderCalls = (send: Send) => ({
  /**
   * List orders. Returns a page of the orders that your account placed or that are for its animals, oldest first unless
   * `sort` says otherwise.
   *
   * Awaitable, and iterable over all pages. Needs `orders:read`. `GET /v1/store/orders`
   */
  list: (query?: Query<'listOrders'>, options?: ListOptions): List<Order> =>
    list(send, { operation: 'listOrders', path: '/store/orders', query }, options),

  /**
   * Place an order. Reserves an available animal, which becomes `pending`. If several requests compete for an animal,
   * exactly one succeeds. An order that is not approved within 72 hours expires; operators can change this time. Only
   * your account and the one that the animal belongs to can see the order. An account can have 5 open orders for other
   * accounts' animals (Free), 20 (Pro), 100 (Business) or 1,000 (Enterprise). Further ones get `too_many_open_orders`.
   * An animal of another account that has a profile can be ordered only while it is published (`pet_not_available`),
   * and none of a suspended account. After its owner has cancelled an order of your account, you cannot order the same
   * animal for 30 days (`order_blocked`). An account that was created by sign-up can order only its own animals until
   * staff accept it (`account_unreviewed`).
   *
   * Needs `orders:write`. Throws `account_unreviewed`, `pet_not_found`, `pet_not_available`, `too_many_open_orders`,
   * `order_blocked`. `POST /v1/store/orders`
   */
  place: (body: NewOrder, options?: PostOptions): Call<Order> =>
    send({ operation: 'placeOrder', method: 'POST', path: '/store/orders', body }, options),

  /**
   * Get an order. Returns an order that your account placed or that is for one of its animals.
   *
   * Needs `orders:read`. Throws `order_not_found`. `GET /v1/store/orders/{orderId}`
   */
  get: (orderId: Int64, options?: ReadOptions): Call<Order> =>
    send({ operation: 'getOrder', path: `/store/orders/${inPath(orderId)}` }, options),

  /**
   * Update an order. Status transitions: `placed` to `approved`, `approved` to `delivered`, `delivered` to `returned`;
   * `placed` and `approved` also to `cancelled`. Delivering makes the animal `sold`; cancelling, expiring and returning
   * make it `available` again. Only the account that the animal belongs to can update the order; the account that
   * placed it can cancel it.
   *
   * Needs `orders:write`. Throws `not_owner`, `order_not_found`, `invalid_transition`, `precondition_failed`.
   * `PATCH /v1/store/orders/{orderId}`
   */
  update: (orderId: Int64, body: OrderPatch, options?: ChangeOptions): Call<Order> =>
    send({ operation: 'updateOrder', method: 'PATCH', path: `/store/orders/${inPath(orderId)}`, body }, options),

  /**
   * Undo an order's last step. Undoes an approval, a delivery, a cancellation or a return: order, animal and listing
   * are restored, and reports do not count the step. Only the user or key that took the step can do this, within 15
   * seconds and as long as nothing about the order and its animal has changed since; otherwise the response is
   * `undo_not_possible`.
   *
   * Needs `orders:write`. Throws `not_owner`, `order_not_found`, `undo_not_possible`, `too_many_open_orders`.
   * `POST /v1/store/orders/{orderId}/undo`
   */
  undo: (orderId: Int64, options?: PostOptions): Call<Order> =>
    send({ operation: 'undoOrderStep', method: 'POST', path: `/store/orders/${inPath(orderId)}/undo` }, options),

  /**
   * Erase an order's customer. Removes the name, email address, telephone number, note and return reason from the
   * order, from past events, from responses stored for an `Idempotency-Key` and from webhook payloads not yet sent.
   * Only the account that the animal belongs to can do this.
   *
   * Needs `orders:write`. Throws `not_owner`, `order_not_found`, `precondition_failed`.
   * `DELETE /v1/store/orders/{orderId}/customer`
   */
  eraseCustomer: (orderId: Int64, options?: ChangeOptions): Call<undefined> =>
    send({ operation: 'eraseCustomer', method: 'DELETE', path: `/store/orders/${inPath(orderId)}/customer` }, options),
})

/** The methods of `store.requests`. */
export type RequestCalls = ReturnType<typeof requestCalls>

const requestCalls = (send: Send) => ({
  /**
   * List requests. Returns the requests to this API, newest first. They appear within two seconds of their responses. A
   * key sees its own requests; keys with `webhooks:manage`, managers and admins see those of their account. Reading
   * this log is not logged. See the guide for what is logged and for how long.
   *
   * Awaitable, and iterable over all pages. Throws `not_owner`. `GET /v1/requests`
   */
  list: (query?: Query<'listRequests'>, options?: ListOptions): List<RequestEntry> =>
    list(send, { operation: 'listRequests', path: '/requests', query }, options),

  /**
   * Get a request. Returns the newest request with this `X-Request-Id` that you may see. It appears about a second
   * after its response.
   *
   * Throws `request_not_found`. `GET /v1/requests/{requestId}`
   */
  get: (requestId: string, options?: ReadOptions): Call<RequestEntry> =>
    send({ operation: 'getRequest', path: `/requests/${inPath(requestId)}` }, options),
})

/** The methods of `store.rateLimit`. */
export type RateLimitCalls = ReturnType<typeof rateLimitCalls>

const rateLimitCalls = (send: Send) => ({
  /**
   * Check your limits. Returns your plan, both windows and any ban. Requests are not counted, and work even while
   * others get 429.
   *
   * `GET /v1/rate-limit`
   */
  get: (options?: ReadOptions): Call<RateLimit> => send({ operation: 'getRateLimit', path: '/rate-limit' }, options),
})

/** The methods of `store.me`. */
export type MeCalls = ReturnType<typeof meCalls>

const meCalls = (send: Send) => ({
  /**
   * Get the caller. Returns your key or your user, its scopes, its account, your shelter and the environment. Needs no
   * scope.
   *
   * `GET /v1/me`
   */
  get: (options?: ReadOptions): Call<Me> => send({ operation: 'getMe', path: '/me' }, options),
})

/** The methods of `store.sample`. */
export type SampleCalls = ReturnType<typeof sampleCalls>

const sampleCalls = (send: Send) => ({
  /**
   * Get the sample shelter. Whether your account has the sample shelter. While its status is `adding` or `removing`,
   * poll every few seconds.
   *
   * Needs `pets:read`. `GET /v1/sample`
   */
  get: (options?: ReadOptions): Call<Sample> => send({ operation: 'getSample', path: '/sample' }, options),

  /**
   * Add the sample shelter. Adds 60 sample animals with profiles and drawn photos, and 12 orders, to an account that
   * has no animals. It takes a minute or two; get the sample to see its progress. Repeated requests add nothing twice.
   * The animals are published, unless the account still awaits review. Their events do not reach webhooks. Counts as 10
   * requests.
   *
   * Needs `pets:write`. Throws `account_has_animals`, `sample_under_way`. `POST /v1/sample`
   */
  add: (options?: PostOptions): Call<Sample> =>
    send({ operation: 'addSample', method: 'POST', path: '/sample' }, options),

  /**
   * Remove the sample shelter. Removes the animals of the sample and their orders. Animals whose name, profile or
   * photos somebody changed, or that have notes, applications or other orders, stay: see `kept`. Counts as 10 requests.
   *
   * Needs `pets:write`. `DELETE /v1/sample`
   */
  remove: (options?: CallOptions): Call<Sample> =>
    send({ operation: 'removeSample', method: 'DELETE', path: '/sample' }, options),
})

/** The methods of `store.staging`. */
export type StagingCalls = ReturnType<typeof stagingCalls>

const stagingCalls = (send: Send) => ({
  /**
   * Reset the account's data in staging. Only in staging. Removes your account's animals, orders and applications
   * there, and adds the sample shelter: 60 animals with profiles, and 12 orders. Keys, webhooks, events and category
   * names stay. Counts as 10 requests. In production the response is 404 `route_not_found`.
   *
   * Needs `pets:write`. Throws `account_not_found`. `POST /v1/reset`
   */
  reset: (options?: PostOptions): Call<undefined> =>
    send({ operation: 'resetStaging', method: 'POST', path: '/reset' }, options),
})

/** The methods of `store.deprecations`. */
export type DeprecationCalls = ReturnType<typeof deprecationCalls>

const deprecationCalls = (send: Send) => ({
  /**
   * List deprecated calls. Returns the deprecated operations that keys of your account called in the last 30 days,
   * earliest removal first. An empty array means that you have nothing to change. Requests are not counted up to ten
   * times a minute. Publishable keys get 403.
   *
   * `GET /v1/deprecations`
   */
  list: (options?: ReadOptions): Call<DeprecatedUse[]> =>
    send({ operation: 'listDeprecations', path: '/deprecations' }, options),
})

/** The methods of `store.reports`. */
export type ReportCalls = ReturnType<typeof reportCalls>

const reportCalls = (send: Send) => ({
  /**
   * Adoptions, returns and length of stay. Counts the adoptions and returns of a period (days in UTC) by month and
   * species, and computes how long animals waited from their intake or return until their adoption. An animal is
   * adopted when its status becomes `sold`. Staff and keys with `admin` see all accounts. With `Accept: text/csv` the
   * response is CSV.
   *
   * Needs `pets:read`. Throws `not_owner`. `GET /v1/reports/adoptions`
   */
  adoptions: (query?: Query<'reportAdoptions'>, options?: ReadOptions): Call<AdoptionReport> =>
    send({ operation: 'reportAdoptions', path: '/reports/adoptions', query }, options),
})

/** The methods of `store.mailTemplates`. */
export type MailTemplateCalls = ReturnType<typeof mailTemplateCalls>

const mailTemplateCalls = (send: Send) => ({
  /**
   * List mail templates. Returns the templates of mail to your applicants, of every kind and language.
   *
   * Needs `applications:read`. Throws `account_not_found`. `GET /v1/mail-templates`
   */
  list: (query?: Query<'listMailTemplates'>, options?: ReadOptions): Call<MailTemplates> =>
    send({ operation: 'listMailTemplates', path: '/mail-templates', query }, options),

  /**
   * Get a mail template. Returns the text of a mail to your applicants.
   *
   * Needs `applications:read`. Throws `account_not_found`, `mail_template_not_found`.
   * `GET /v1/mail-templates/{kind}/{language}`
   */
  get: (
    kind: MailTemplateKind,
    language: MailLanguage,
    query?: Query<'getMailTemplate'>,
    options?: ReadOptions,
  ): Call<MailTemplate> =>
    send({ operation: 'getMailTemplate', path: `/mail-templates/${inPath(kind)}/${inPath(language)}`, query }, options),

  /**
   * Change a mail template. Replaces the text of a mail to your applicants. It is plain text with placeholders such as
   * `{{animal.name}}`. An unknown placeholder is an error that names it, and so is any link other than
   * `{{organization.website}}`. The link to the application and your organization's name are always added at the end.
   * An account that staff have not accepted yet cannot change it.
   *
   * Needs `applications:write`. Throws `account_unreviewed`, `account_not_found`, `mail_template_not_found`,
   * `precondition_failed`. `PUT /v1/mail-templates/{kind}/{language}`
   */
  put: (
    kind: MailTemplateKind,
    language: MailLanguage,
    body: NewMailTemplate,
    query?: Query<'putMailTemplate'>,
    options?: ChangeOptions,
  ): Call<MailTemplate> =>
    send(
      {
        operation: 'putMailTemplate',
        method: 'PUT',
        path: `/mail-templates/${inPath(kind)}/${inPath(language)}`,
        query,
        body,
      },
      options,
    ),

  /**
   * Restore a mail template. Restores the default text of a mail to your applicants.
   *
   * Needs `applications:write`. Throws `account_not_found`, `mail_template_not_found`, `precondition_failed`.
   * `DELETE /v1/mail-templates/{kind}/{language}`
   */
  remove: (
    kind: MailTemplateKind,
    language: MailLanguage,
    query?: Query<'deleteMailTemplate'>,
    options?: ChangeOptions,
  ): Call<undefined> =>
    send(
      {
        operation: 'deleteMailTemplate',
        method: 'DELETE',
        path: `/mail-templates/${inPath(kind)}/${inPath(language)}`,
        query,
      },
      options,
    ),

  /**
   * Preview a mail template. Returns the whole mail with the details of your organization and sample data. Nothing is
   * saved or sent.
   *
   * Needs `applications:read`. Throws `account_not_found`. `POST /v1/mail-templates/preview`
   */
  preview: (body: MailTemplatePreview, query?: Query<'previewMail'>, options?: PostOptions): Call<PreviewedMail> =>
    send({ operation: 'previewMail', method: 'POST', path: '/mail-templates/preview', query, body }, options),
})

/** The methods of `store.applications`. */
export type ApplicationCalls = ReturnType<typeof applicationCalls>

const applicationCalls = (send: Send) => ({
  /**
   * Send an application. Sends an application for an animal or, without `petId`, for any animal of your account. The
   * answers are checked against the form, which must belong to the animal's account or be shared by all accounts. Only
   * that account can see the application; the applicant can follow it at `statusUrl`. One email address can send 5
   * applications a day; with a publishable key, one IP address can send 60 an hour (an IPv6 /56 four times and a /48
   * sixteen times as many). Further ones get `too_many_applications`, which does not count as a strike. A publishable
   * key can only apply for published animals. A secret key cannot apply for an animal of a suspended account, or for
   * one of another account that has a profile and is not published (`pet_not_available`). Mail to the applicant is in
   * the language that `Accept-Language` prefers, or else in that of the organization’s country.
   *
   * Needs `applications:create`. Throws `account_unreviewed`, `pet_not_found`, `form_not_found`, `pet_not_available`,
   * `too_many_applications`. `POST /v1/applications`
   */
  submit: (body: NewApplication, options?: PostOptions): Call<SubmittedApplication> =>
    send({ operation: 'submitApplication', method: 'POST', path: '/applications', body }, options),

  /**
   * List applications. Returns a page of the applications for your account's animals, without questions, answers and
   * notes.
   *
   * Awaitable, and iterable over all pages. Needs `applications:read`. `GET /v1/applications`
   */
  list: (query?: Query<'listApplications'>, options?: ListOptions): List<Application> =>
    list(send, { operation: 'listApplications', path: '/applications', query }, options),

  /**
   * Get an application. Returns the answers, the status and the notes of an application.
   *
   * Needs `applications:read`. Throws `application_not_found`. `GET /v1/applications/{applicationId}`
   */
  get: (applicationId: Int64, options?: ReadOptions): Call<Application> =>
    send({ operation: 'getApplication', path: `/applications/${inPath(applicationId)}` }, options),

  /**
   * Update an application. Status transitions: `submitted` to `inReview`, from there to `meetAndGreet`, `homeVisit` and
   * `referenceCheck` in any order; any open status to `declined` or `withdrawn`. An application becomes `approved` only
   * by the approval operation. A closed application cannot be changed.
   *
   * Needs `applications:write`. Throws `application_not_found`, `invalid_transition`, `precondition_failed`.
   * `PATCH /v1/applications/{applicationId}`
   */
  update: (applicationId: Int64, body: ApplicationPatch, options?: ChangeOptions): Call<Application> =>
    send(
      { operation: 'updateApplication', method: 'PATCH', path: `/applications/${inPath(applicationId)}`, body },
      options,
    ),

  /**
   * Approve an application. Places the order for the animal and approves it, in the same transaction: if several
   * approvals compete for an animal, exactly one succeeds. With `closeOthers`, all other open applications for the
   * animal are declined: 25 in the same transaction, and the rest shortly after. Nobody can change these in the
   * meantime (`invalid_transition`).
   *
   * Needs `applications:write`. Throws `application_not_found`, `pet_not_found`, `invalid_transition`,
   * `pet_not_available`. `POST /v1/applications/{applicationId}/approve`
   */
  approve: (applicationId: Int64, body: Approval = {}, options?: PostOptions): Call<Order> =>
    send(
      { operation: 'approveApplication', method: 'POST', path: `/applications/${inPath(applicationId)}/approve`, body },
      options,
    ),

  /**
   * Erase an applicant. Removes the name, email address, telephone number, answers and note from the application. Its
   * secret link then says that it was erased. Also removes the customer from the order placed by its approval, and the
   * data from past events, from responses stored for an `Idempotency-Key` and from webhook payloads not yet sent.
   *
   * Needs `applications:write`. Throws `application_not_found`, `precondition_failed`.
   * `DELETE /v1/applications/{applicationId}/applicant`
   */
  eraseApplicant: (applicationId: Int64, options?: ChangeOptions): Call<undefined> =>
    send(
      { operation: 'eraseApplicant', method: 'DELETE', path: `/applications/${inPath(applicationId)}/applicant` },
      options,
    ),

  /**
   * Export an applicant's data. Returns all data that your account has about the person who sent this application:
   * applications and orders, matched by email address.
   *
   * Needs `applications:read`. Throws `application_not_found`. `GET /v1/applications/{applicationId}/export`
   */
  export: (applicationId: Int64, options?: ReadOptions): Call<ApplicantExport> =>
    send({ operation: 'exportApplicant', path: `/applications/${inPath(applicationId)}/export` }, options),
})

/** The methods of `store.forms`. */
export type FormCalls = ReturnType<typeof formCalls>

const formCalls = (send: Send) => ({
  /**
   * List forms. Returns a page of the forms of your account and of those shared by all accounts, ordered by id. Forms
   * are public, so any key can read them. Drafts are listed only for keys with a scope for applications.
   *
   * Awaitable, and iterable over all pages. `GET /v1/forms`
   */
  list: (query?: Query<'listForms'>, options?: ListOptions): List<Form> =>
    list(send, { operation: 'listForms', path: '/forms', query }, options),

  /**
   * Create a form. An account can have 20 forms. Without `state`, the form is in use immediately. Applicants for an
   * animal get the newest form in use for its species, or else the one shared by all accounts.
   *
   * Needs `applications:write`. `POST /v1/forms`
   */
  create: (body: NewForm, options?: PostOptions): Call<Form> =>
    send({ operation: 'createForm', method: 'POST', path: '/forms', body }, options),

  /**
   * Get a form. Returns the latest version of a form with its questions, or an earlier one for keys with a scope for
   * applications.
   *
   * Throws `form_not_found`. `GET /v1/forms/{formId}`
   */
  get: (formId: Int64, query?: Query<'getForm'>, options?: ReadOptions): Call<Form> =>
    send({ operation: 'getForm', path: `/forms/${inPath(formId)}`, query }, options),

  /**
   * Change a form. Replaces the name and the questions. `state` and `species` stay unchanged if omitted, and changing
   * only these creates no new version. The last 100 versions are stored, and every version that has applications: an
   * application shows the questions as they were when it was sent. Only staff of the store can change the form shared
   * by all accounts.
   *
   * Needs `applications:write`. Throws `not_owner`, `form_not_found`, `precondition_failed`. `PUT /v1/forms/{formId}`
   */
  put: (formId: Int64, body: NewForm, options?: ChangeOptions): Call<Form> =>
    send({ operation: 'putForm', method: 'PUT', path: `/forms/${inPath(formId)}`, body }, options),
})

/** The methods of `store.documents`. */
export type DocumentCalls = ReturnType<typeof documentCalls>

const documentCalls = (send: Send) => ({
  /**
   * Get an order's contract. Returns the adoption contract with the data of the animal and the adopter, from the
   * template of the account that the animal belongs to. Only that account can get it. At the hand-over the contract is
   * stored with the order, in the language in which it was last printed, or else in that of the organization's country.
   * From then on this always returns the same bytes, regardless of later changes and of `locale`. There is no contract
   * if the order is cancelled or expired, or if its customer was erased.
   *
   * Needs `orders:read`. Throws `not_owner`, `order_not_found`, `customer_erased`, `document_not_available`.
   * `GET /v1/store/orders/{orderId}/contract`
   */
  contract: (orderId: Int64, query?: Query<'getContract'>, options?: ReadOptions): Call<PrintedDocument> =>
    send({ operation: 'getContract', path: `/store/orders/${inPath(orderId)}/contract`, query }, options),

  /**
   * Get an order's return slip. Returns the return slip of an order that is delivered or returned.
   *
   * Needs `orders:read`. Throws `not_owner`, `order_not_found`, `customer_erased`, `document_not_available`.
   * `GET /v1/store/orders/{orderId}/return-slip`
   */
  returnSlip: (orderId: Int64, query?: Query<'getReturnSlip'>, options?: ReadOptions): Call<PrintedDocument> =>
    send({ operation: 'getReturnSlip', path: `/store/orders/${inPath(orderId)}/return-slip`, query }, options),

  /**
   * Get document templates. Returns the templates of the contract and the return slip of your account. While you have
   * not written your own, this is the default text, which each document prints in its own language.
   *
   * Needs `orders:read`. Throws `account_not_found`. `GET /v1/document-templates`
   */
  templates: (query?: Query<'getDocumentTemplates'>, options?: ReadOptions): Call<DocumentTemplates> =>
    send({ operation: 'getDocumentTemplates', path: '/document-templates', query }, options),

  /**
   * Change document templates. Replaces both templates. An omitted template is reset to the default, and so is one that
   * equals the default text in the language of `locale`. Your own text is printed as you wrote it, in every language.
   * Templates are Markdown with placeholders such as `{{animal.name}}`. An unknown placeholder is an error that names
   * it. Send `If-Match` with the same `locale` with which you read the templates.
   *
   * Needs `orders:write`. Throws `account_not_found`, `precondition_failed`. `PUT /v1/document-templates`
   */
  putTemplates: (
    body: NewDocumentTemplates,
    query?: Query<'putDocumentTemplates'>,
    options?: ChangeOptions,
  ): Call<DocumentTemplates> =>
    send({ operation: 'putDocumentTemplates', method: 'PUT', path: '/document-templates', query, body }, options),

  /**
   * Preview a template. Returns a template filled in with the details of your organization and sample data. Nothing is
   * saved.
   *
   * Needs `orders:read`. Throws `account_not_found`. `POST /v1/document-templates/preview`
   */
  preview: (body: TemplatePreview, query?: Query<'previewDocument'>, options?: PostOptions): Call<PrintedDocument> =>
    send({ operation: 'previewDocument', method: 'POST', path: '/document-templates/preview', query, body }, options),
})

/** The methods of `store.people`. */
export type PeopleCalls = ReturnType<typeof peopleCalls>

const peopleCalls = (send: Send) => ({
  /**
   * List people. Returns a page of the people behind the applications and orders that your account can see, one for
   * each email address, last seen first. Requires `applications:read` and `orders:read`.
   *
   * Awaitable, and iterable over all pages. Needs `applications:read` and `orders:read`. `GET /v1/people`
   */
  list: (query?: Query<'listPeople'>, options?: ListOptions): List<Person> =>
    list(send, { operation: 'listPeople', path: '/people', query }, options),

  /**
   * Get a person. Returns all applications and orders of a person that your account can see. Requires
   * `applications:read` and `orders:read`.
   *
   * Needs `applications:read` and `orders:read`. Throws `person_not_found`. `GET /v1/people/{personId}`
   */
  get: (personId: string, options?: ReadOptions): Call<PersonDetails> =>
    send({ operation: 'getPerson', path: `/people/${inPath(personId)}` }, options),

  /**
   * Erase a person. Erases the applicant of each of the person’s applications to your account and the customer of each
   * order for its animals, as `DELETE /v1/applications/{applicationId}/applicant` and
   * `DELETE /v1/store/orders/{orderId}/customer` do. Fails with `person_has_open_cases`, and erases nothing, while one
   * of them is open. Large numbers are erased in batches: if it is interrupted, repeat it. Requires
   * `applications:write` and `orders:write`.
   *
   * Needs `applications:write` and `orders:write`. Throws `not_owner`, `person_not_found`, `person_has_open_cases`,
   * `precondition_failed`. `DELETE /v1/people/{personId}`
   */
  erase: (personId: string, options?: ChangeOptions): Call<ErasedPerson> =>
    send({ operation: 'erasePerson', method: 'DELETE', path: `/people/${inPath(personId)}` }, options),

  /**
   * Export a person's data. Returns all data that your account has about a person: applications with their answers, and
   * orders.
   *
   * Needs `applications:read` and `orders:read`. Throws `person_not_found`. `GET /v1/people/{personId}/export`
   */
  export: (personId: string, options?: ReadOptions): Call<ApplicantExport> =>
    send({ operation: 'exportPerson', path: `/people/${inPath(personId)}/export` }, options),
})

/** The methods of `store.webhooks`. */
export type WebhookCalls = ReturnType<typeof webhookCalls>

const webhookCalls = (send: Send) => ({
  /**
   * List webhooks. Returns the webhooks of your account, oldest first.
   *
   * Awaitable, and iterable over all pages. Needs `webhooks:manage`. `GET /v1/webhooks`
   */
  list: (query?: Query<'listWebhooks'>, options?: ListOptions): List<Webhook> =>
    list(send, { operation: 'listWebhooks', path: '/webhooks', query }, options),

  /**
   * Create a webhook. Sends new events to `url` as JSON with POST, signed according to Standard Webhooks. Delivery is
   * at least once, with the same `webhook-id` on every attempt, and not always in order. Respond with 2xx within 15
   * seconds; otherwise we retry after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h. Redirects are not followed. An
   * account has at most 2 (Free), 10 (Pro) or 50 (Business) webhooks. The secret is shown only in this response; a
   * response replayed for an `Idempotency-Key` does not have it. If you lost the first response, rotate the secret.
   *
   * Needs `webhooks:manage`. Throws `too_many_webhooks`, `webhook_exists`. `POST /v1/webhooks`
   */
  create: (body: NewWebhook, options?: PostOptions): Call<WebhookWithSecret> =>
    send({ operation: 'createWebhook', method: 'POST', path: '/webhooks', body }, options),

  /**
   * Get a webhook. Returns its URL, types and health. The secret is shown only when the webhook is created.
   *
   * Needs `webhooks:manage`. Throws `webhook_not_found`. `GET /v1/webhooks/{webhookId}`
   */
  get: (webhookId: Int64, options?: ReadOptions): Call<Webhook> =>
    send({ operation: 'getWebhook', path: `/webhooks/${inPath(webhookId)}` }, options),

  /**
   * Update a webhook. A disabled webhook receives nothing, not even later. Its pending deliveries fail and can be
   * redelivered. Enabling it restarts the 5 days after which a failing webhook is disabled. Requires the scopes of its
   * `types`.
   *
   * Needs `webhooks:manage`. Throws `webhook_not_found`, `webhook_exists`, `precondition_failed`.
   * `PATCH /v1/webhooks/{webhookId}`
   */
  update: (webhookId: Int64, body: WebhookPatch, options?: ChangeOptions): Call<Webhook> =>
    send({ operation: 'updateWebhook', method: 'PATCH', path: `/webhooks/${inPath(webhookId)}`, body }, options),

  /**
   * Delete a webhook. Also deletes its deliveries. Nothing more is sent.
   *
   * Needs `webhooks:manage`. Throws `webhook_not_found`, `precondition_failed`. `DELETE /v1/webhooks/{webhookId}`
   */
  remove: (webhookId: Int64, options?: ChangeOptions): Call<undefined> =>
    send({ operation: 'deleteWebhook', method: 'DELETE', path: `/webhooks/${inPath(webhookId)}` }, options),

  /**
   * Rotate a webhook's secret. For 24 hours deliveries are signed with both the new and the previous secret:
   * `webhook-signature` then has two signatures, separated by a space. The secret is shown only in this response; a
   * response replayed for an `Idempotency-Key` does not have it. If you lost the first response, rotate the secret.
   *
   * Needs `webhooks:manage`. Throws `webhook_not_found`. `POST /v1/webhooks/{webhookId}/rotate-secret`
   */
  rotateSecret: (webhookId: Int64, options?: PostOptions): Call<WebhookWithSecret> =>
    send(
      { operation: 'rotateWebhookSecret', method: 'POST', path: `/webhooks/${inPath(webhookId)}/rotate-secret` },
      options,
    ),

  /**
   * Test a webhook. Sends one signed `webhook.test` event immediately, even if the webhook is disabled, and returns the
   * outcome. It appears in no feed or delivery log, is not retried, and does not count as a failure. If the server
   * stops before it responds, a repetition with the same `Idempotency-Key` may send the event again, with the same
   * `webhook-id`.
   *
   * Needs `webhooks:manage`. Throws `webhook_not_found`. `POST /v1/webhooks/{webhookId}/test`
   */
  test: (webhookId: Int64, options?: PostOptions): Call<WebhookTest> =>
    send({ operation: 'testWebhook', method: 'POST', path: `/webhooks/${inPath(webhookId)}/test` }, options),

  /**
   * List a webhook's deliveries. Returns deliveries, newest first, for as long as events are kept.
   *
   * Awaitable, and iterable over all pages. Needs `webhooks:manage`. Throws `webhook_not_found`.
   * `GET /v1/webhooks/{webhookId}/deliveries`
   */
  deliveries: (webhookId: Int64, query?: Query<'listDeliveries'>, options?: ListOptions): List<Delivery> =>
    list(send, { operation: 'listDeliveries', path: `/webhooks/${inPath(webhookId)}/deliveries`, query }, options),

  /**
   * Get a delivery. Returns a delivery with its payload and the beginning of the last response, if you may read such an
   * event.
   *
   * Needs `webhooks:manage`. Throws `webhook_not_found`. `GET /v1/webhooks/{webhookId}/deliveries/{deliveryId}`
   */
  delivery: (webhookId: Int64, deliveryId: string, options?: ReadOptions): Call<DeliveryDetails> =>
    send(
      { operation: 'getDelivery', path: `/webhooks/${inPath(webhookId)}/deliveries/${inPath(deliveryId)}` },
      options,
    ),

  /**
   * Redeliver an event. Sends the event again immediately, whatever its outcome so far, with the full retry schedule.
   * The webhook must be enabled.
   *
   * Needs `webhooks:manage`. Throws `webhook_not_found`, `invalid_transition`.
   * `POST /v1/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver`
   */
  redeliver: (webhookId: Int64, deliveryId: string, options?: PostOptions): Call<Delivery> =>
    send(
      {
        operation: 'redeliver',
        method: 'POST',
        path: `/webhooks/${inPath(webhookId)}/deliveries/${inPath(deliveryId)}/redeliver`,
      },
      options,
    ),
})

/** The methods of `store.users`. */
export type UserCalls = ReturnType<typeof userCalls>

const userCalls = (send: Send) => ({
  /**
   * List users. Returns a page of users, oldest first. Members see the users of their own account.
   *
   * Awaitable, and iterable over all pages. Needs `admin`. `GET /v1/users`
   */
  list: (query?: Query<'listUsers'>, options?: ListOptions): List<User> =>
    list(send, { operation: 'listUsers', path: '/users', query }, options),

  /**
   * Invite a user. The person gets an email with a one-time link to set a password, valid for 7 days. The response also
   * contains the link if you act for the store or if there is no mail server (`SMTP_URL`). An invitation by a member
   * does not reserve the address until the person accepts it: until then staff can invite the same address. While your
   * account is not accepted, the email waits (`mailStatus`), and you can invite 10 people a day. If you repeat the
   * request with the same `Idempotency-Key`, the response has no `link`. You cannot grant a role with more permissions
   * than your own. Unless you act for the store, one address gets at most 3 such links a day, and after 5 invitations
   * to addresses of other accounts' users (`email_in_use`) you cannot invite anybody else for the rest of the day.
   *
   * Needs `admin`. Throws `account_not_found`, `email_in_use`, `too_many_attempts`. `POST /v1/users`
   */
  create: (body: NewUser, options?: PostOptions): Call<InvitedUser> =>
    send({ operation: 'createUser', method: 'POST', path: '/users', body }, options),

  /**
   * Get a user. Returns the name, role and state of a user. Admins of an account see its users.
   *
   * Needs `admin`. Throws `user_not_found`. `GET /v1/users/{userId}`
   */
  get: (userId: Int64, options?: ReadOptions): Call<User> =>
    send({ operation: 'getUser', path: `/users/${inPath(userId)}` }, options),

  /**
   * Update a user. Changes only the given fields. A new role applies from the next request, on every replica.
   * `disabled: true` ends all sessions of the user at once. The last admin among the staff cannot be demoted or
   * disabled (`last_admin`).
   *
   * Needs `admin`. Throws `user_not_found`, `last_admin`, `precondition_failed`. `PATCH /v1/users/{userId}`
   */
  update: (userId: Int64, body: UserPatch, options?: ChangeOptions): Call<User> =>
    send({ operation: 'updateUser', method: 'PATCH', path: `/users/${inPath(userId)}`, body }, options),

  /**
   * Delete a user. Ends all sessions of the user at once. The user's work is not deleted.
   *
   * Needs `admin`. Throws `user_not_found`, `last_admin`, `precondition_failed`. `DELETE /v1/users/{userId}`
   */
  remove: (userId: Int64, options?: ChangeOptions): Call<undefined> =>
    send({ operation: 'deleteUser', method: 'DELETE', path: `/users/${inPath(userId)}` }, options),

  /**
   * Create a link to reset a password. The person gets the link by email. The response also contains it if you act for
   * the store or if there is no mail server (`SMTP_URL`). It works once, within 7 days. For a user who signs in with
   * single sign-on or a passkey, only staff can create a link (`insufficient_scope`). Earlier links for the user stop
   * working; the current password works until the link is used. Unless you act for the store, one address gets at most
   * 3 such links a day.
   *
   * Needs `admin`. Throws `user_not_found`, `too_many_attempts`. `POST /v1/users/{userId}/reset-password`
   */
  resetPassword: (userId: Int64, options?: PostOptions): Call<PasswordLink> =>
    send({ operation: 'resetPassword', method: 'POST', path: `/users/${inPath(userId)}/reset-password` }, options),
})

/** The methods of `store.accounts`. */
export type AccountCalls = ReturnType<typeof accountCalls>

const accountCalls = (send: Send) => ({
  /**
   * List accounts. Returns a page of accounts, oldest first. Members of an account see their own. `q`, `status` and
   * `plan` narrow the list.
   *
   * Awaitable, and iterable over all pages. Needs `admin`. `GET /v1/accounts`
   */
  list: (query?: Query<'listAccounts'>, options?: ListOptions): List<Account> =>
    list(send, { operation: 'listAccounts', path: '/accounts', query }, options),

  /**
   * Create an account. The plan sets its limits. An `enterprise` account can have its own: set both or neither.
   *
   * Needs `admin`. `POST /v1/accounts`
   */
  create: (body: NewAccount, options?: PostOptions): Call<Account> =>
    send({ operation: 'createAccount', method: 'POST', path: '/accounts', body }, options),

  /**
   * Get an account. Returns its plan and limits. Members of an account see their own.
   *
   * Needs `admin`. Throws `account_not_found`. `GET /v1/accounts/{accountId}`
   */
  get: (accountId: Int64, options?: ReadOptions): Call<Account> =>
    send({ operation: 'getAccount', path: `/accounts/${inPath(accountId)}` }, options),

  /**
   * Update an account. Changes only the given fields. A new plan applies from the next request; requests already
   * counted stay counted. An account that leaves `enterprise` loses its own limits, and so does one given
   * `perMinute: null` and `perDay: null`. `suspended: true` immediately stops all its keys, webhooks and streams, on
   * every replica, until `suspended: false`; pending deliveries are sent then. You cannot suspend the account of your
   * own key (`invalid_transition`), as you could not undo that.
   *
   * Needs `admin`. Throws `account_not_found`, `invalid_transition`, `precondition_failed`.
   * `PATCH /v1/accounts/{accountId}`
   */
  update: (accountId: Int64, body: AccountPatch, options?: ChangeOptions): Call<Account> =>
    send({ operation: 'updateAccount', method: 'PATCH', path: `/accounts/${inPath(accountId)}`, body }, options),
})

/** The methods of `store.keys`. */
export type KeyCalls = ReturnType<typeof keyCalls>

const keyCalls = (send: Send) => ({
  /**
   * List an account's keys. Returns a page of keys, oldest first, including expired and revoked ones. `q`, `state` and
   * `kind` narrow the list.
   *
   * Awaitable, and iterable over all pages. Needs `admin`. Throws `account_not_found`.
   * `GET /v1/accounts/{accountId}/keys`
   */
  list: (accountId: Int64, query?: Query<'listKeys'>, options?: ListOptions): List<ApiKey> =>
    list(send, { operation: 'listKeys', path: `/accounts/${inPath(accountId)}/keys`, query }, options),

  /**
   * Create a key. The response is the only place where the key itself is shown; we store only its hash. If you repeat
   * the request with the same `Idempotency-Key`, no second key is created and the response has no `key`. If you lost
   * the first response, revoke the key and create another.
   *
   * Needs `admin`. Throws `account_not_found`. `POST /v1/accounts/{accountId}/keys`
   */
  create: (accountId: Int64, body: NewApiKey, options?: PostOptions): Call<IssuedApiKey> =>
    send({ operation: 'createKey', method: 'POST', path: `/accounts/${inPath(accountId)}/keys`, body }, options),

  /**
   * Get a key. Returns the details of a key, but never the key itself.
   *
   * Needs `admin`. Throws `key_not_found`. `GET /v1/keys/{keyId}`
   */
  get: (keyId: Int64, options?: ReadOptions): Call<ApiKey> =>
    send({ operation: 'getKey', path: `/keys/${inPath(keyId)}` }, options),

  /**
   * Revoke a key. Revokes it immediately and permanently. Revoking it again has no effect.
   *
   * Needs `admin`. Throws `key_not_found`, `precondition_failed`. `DELETE /v1/keys/{keyId}`
   */
  revoke: (keyId: Int64, options?: ChangeOptions): Call<undefined> =>
    send({ operation: 'revokeKey', method: 'DELETE', path: `/keys/${inPath(keyId)}` }, options),

  /**
   * Rotate a key. Creates a key with the same account, name, kind, scopes, origins and expiry. The old one works for
   * another `graceSeconds`, or ends at once without it. A key that has ended, or was rotated before, cannot be rotated.
   * The response is the only place where the key itself is shown; we store only its hash. If you repeat the request
   * with the same `Idempotency-Key`, no second key is created and the response has no `key`. If you lost the first
   * response, revoke the key and create another.
   *
   * Needs `admin`. Throws `key_not_found`, `invalid_transition`. `POST /v1/keys/{keyId}/rotate`
   */
  rotate: (keyId: Int64, body: Rotation = {}, options?: PostOptions): Call<IssuedApiKey> =>
    send({ operation: 'rotateKey', method: 'POST', path: `/keys/${inPath(keyId)}/rotate`, body }, options),
})

/** The methods of `store.bans`. */
export type BanCalls = ReturnType<typeof banCalls>

const banCalls = (send: Send) => ({
  /**
   * List bans. Returns a page of the bans in force, ordered by key.
   *
   * Awaitable, and iterable over all pages. Needs `admin`. `GET /v1/bans`
   */
  list: (query?: Query<'listBans'>, options?: ListOptions): List<ListedBan> =>
    list(send, { operation: 'listBans', path: '/bans', query }, options),

  /**
   * Lift a ban. Lifts the ban immediately. The next ban of the key counts as its first. Fails with `key_not_found` if
   * the key is not banned.
   *
   * Needs `admin`. Throws `key_not_found`, `precondition_failed`. `DELETE /v1/bans/{keyId}`
   */
  lift: (keyId: Int64, options?: ChangeOptions): Call<undefined> =>
    send({ operation: 'liftBan', method: 'DELETE', path: `/bans/${inPath(keyId)}` }, options),
})

/** The methods of `store.usage`. */
export type UsageCalls = ReturnType<typeof usageCalls>

const usageCalls = (send: Send) => ({
  /**
   * Get an account's usage. Returns the requests of each day (UTC), oldest first; days without requests have zeros.
   * Free requests (`GET /rate-limit`, `OPTIONS`) are not counted.
   *
   * Needs `admin`. Throws `account_not_found`. `GET /v1/accounts/{accountId}/usage`
   */
  list: (accountId: Int64, query?: Query<'listUsage'>, options?: ReadOptions): Call<UsageDay[]> =>
    send({ operation: 'listUsage', path: `/accounts/${inPath(accountId)}/usage`, query }, options),
})

/** The methods of `store.mails`. */
export type MailCalls = ReturnType<typeof mailCalls>

const mailCalls = (send: Send) => ({
  /**
   * List mail. Returns the mail of the store, newest first: pending, sent, and failed with the reason. Without a mail
   * server (`SMTP_URL`), mail has the status `manual` and you send its text by hand.
   *
   * Awaitable, and iterable over all pages. Needs `admin`. `GET /v1/mails`
   */
  list: (query?: Query<'listMails'>, options?: ListOptions): List<Mail> =>
    list(send, { operation: 'listMails', path: '/mails', query }, options),

  /**
   * Get a mail with its text. Returns a mail with its text, so that you can send it by hand without a mail server. A
   * text with a secret link is deleted when it is sent.
   *
   * Needs `admin`. Throws `mail_not_found`. `GET /v1/mails/{mailId}`
   */
  get: (mailId: Int64, options?: ReadOptions): Call<MailWithText> =>
    send({ operation: 'getMail', path: `/mails/${inPath(mailId)}` }, options),

  /**
   * Send a mail again. Sends pending or failed mail now, and restarts its retry schedule. Mail that was sent, or whose
   * text was deleted, is not sent again (`invalid_transition`).
   *
   * Needs `admin`. Throws `mail_not_found`, `invalid_transition`. `POST /v1/mails/{mailId}/retry`
   */
  retry: (mailId: Int64, options?: PostOptions): Call<MailState> =>
    send({ operation: 'retryMail', method: 'POST', path: `/mails/${inPath(mailId)}/retry` }, options),
})

/** The methods of `store.auditLog`. */
export type AuditLogCalls = ReturnType<typeof auditLogCalls>

const auditLogCalls = (send: Send) => ({
  /**
   * List audit log entries. Returns who changed what, and who read customers’ data, newest first. Entries contain the
   * names of fields, never their values. A batch, an import and an event stream are one entry each. Reads appear within
   * a second.
   *
   * Awaitable, and iterable over all pages. Needs `admin`. `GET /v1/audit-log`
   */
  list: (query?: Query<'listAuditLog'>, options?: ListOptions): List<AuditEntry> =>
    list(send, { operation: 'listAuditLog', path: '/audit-log', query }, options),

  /**
   * List the actions of the audit log. Returns every action that the audit log may record, with labels to show to
   * people.
   *
   * Needs `admin`. `GET /v1/audit-log/actions`
   */
  actions: (options?: ReadOptions): Call<AuditAction[]> =>
    send({ operation: 'listAuditActions', path: '/audit-log/actions' }, options),
})

/** The methods of `store.backupStatus`. */
export type BackupStatusCalls = ReturnType<typeof backupStatusCalls>

const backupStatusCalls = (send: Send) => ({
  /**
   * Get the state of backups. Returns the last automatic backup, the reason of a failure, and how many backups were
   * missed. Backups are turned on by the setting `BACKUP_URL`, and restored on the command line.
   *
   * Needs `admin`. `GET /v1/backup-status`
   */
  get: (options?: ReadOptions): Call<BackupStatus> =>
    send({ operation: 'getBackupStatus', path: '/backup-status' }, options),
})
