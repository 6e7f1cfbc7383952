// Generated from openapi.json by `npm run types -w sdk`: do not edit.
import type { Int64 } from './exact-json.ts'

/** Every error code the service documents. */
export type ErrorCode =
  | 'account_not_found'
  | 'account_suspended'
  | 'application_not_found'
  | 'body_too_large'
  | 'category_in_use'
  | 'category_not_found'
  | 'customer_erased'
  | 'daily_quota_exceeded'
  | 'document_not_available'
  | 'email_in_use'
  | 'expired_api_key'
  | 'form_not_found'
  | 'headers_too_large'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
  | 'insufficient_scope'
  | 'internal_error'
  | 'invalid_api_key'
  | 'invalid_cursor'
  | 'invalid_idempotency_key'
  | 'invalid_image'
  | 'invalid_parameter'
  | 'invalid_transition'
  | 'key_not_found'
  | 'key_temporarily_banned'
  | 'last_admin'
  | 'listing_not_found'
  | 'mail_not_found'
  | 'malformed_json'
  | 'malformed_request'
  | 'missing_api_key'
  | 'not_owner'
  | 'operation_removed'
  | 'order_not_found'
  | 'organization_not_found'
  | 'origin_not_allowed'
  | 'person_has_open_cases'
  | 'person_not_found'
  | 'pet_has_open_order'
  | 'pet_not_available'
  | 'pet_not_found'
  | 'photo_limit_reached'
  | 'photo_not_found'
  | 'precondition_failed'
  | 'rate_limit_exceeded'
  | 'request_timeout'
  | 'revoked_api_key'
  | 'service_unavailable'
  | 'session_expired'
  | 'session_not_found'
  | 'too_many_applications'
  | 'too_many_attempts'
  | 'too_many_open_orders'
  | 'too_many_streams'
  | 'undo_not_possible'
  | 'unknown_parameter'
  | 'unsupported_media_type'
  | 'uri_too_long'
  | 'user_not_found'
  | 'validation_failed'
  | 'webhook_not_found'
  | 'wrong_environment'

export interface paths {
    "/pets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List animals
         * @description Returns a page of animals. For the next page follow the `Link` with `rel="next"`, or send `X-Next-Cursor` as `cursor`.
         */
        get: operations["listPets"];
        put?: never;
        /**
         * Add an animal
         * @description The animal belongs to the account of the key, or, for staff, to the oldest account, unless `accountId` names another. With an `Idempotency-Key`, a repeated request adds nothing and returns the first response again.
         */
        post: operations["createPet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pets/{petId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an animal
         * @deprecated
         * @description Will be removed on 5 December 2030. Use `GET /pets` with `id` or `status` instead.
         */
        get: operations["getPet"];
        put?: never;
        post?: never;
        /**
         * Delete an animal
         * @description Its id is never reused. An animal with an open order cannot be deleted. Only the account that the animal belongs to can delete it.
         */
        delete: operations["deletePet"];
        options?: never;
        head?: never;
        /**
         * Update an animal
         * @description Changes only the given fields. Status transitions: `available` to `pending` or `sold`, `pending` to `available` or `sold`, `sold` to `available`. An open order controls the status of its animal. Only the account that the animal belongs to can update it.
         */
        patch: operations["updatePet"];
        trace?: never;
    };
    "/pets:batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add many animals
         * @description Adds up to 100 animals in one request. Results are in the same order; with `atomic`, all animals are added or none. A batch of n animals counts as n/10 requests, rounded up. If you do not have that many left, the response is 429, no animal is added and only one request is counted. A batch that costs more than a whole limit uses all of it.
         */
        post: operations["createPets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/animals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your animals at a glance
         * @description Returns part of the list of all animals of your account, with what is known of them: published animals, drafts, and animals without a profile. Staff and keys with `admin` see the animals of all accounts. The response always says how long the whole list is, and `offset` reads any part of it.
         */
        get: operations["listAnimals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/animals/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count your animals by status
         * @description Takes the filters of the list.
         */
        get: operations["countAnimals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/animals/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the breeds and tags of your animals
         * @description Takes the filters of the list, and returns which breeds and tags the animals that match have: what to offer for `breed` and `tag`. Upper and lower case and accents make no difference. Of more than 100,000 animals some are looked at.
         */
        get: operations["listAnimalFacets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pets/{petId}/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an animal's profile
         * @description Returns what is known of an animal; `null` is unknown. An animal that nobody described has a profile in which everything is unknown. Other accounts see a draft the same way, and never see `externalId`, `microchip` and `intakeDate`.
         */
        get: operations["getProfile"];
        /**
         * Replace an animal's profile
         * @description What is left out becomes unknown, and a profile without `published: true` becomes a draft. Publishing requires `species`. Only the account that the animal belongs to can do this.
         */
        put: operations["putProfile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an animal's profile
         * @description Changes only what is given (RFC 7396): `breeds`, `goodWith` and `fee` are merged field by field, lists are replaced, and `null` makes a value unknown. Only the account that the animal belongs to can do this.
         */
        patch: operations["updateProfile"];
        trace?: never;
    };
    "/profiles:batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace many profiles
         * @description Replaces the profiles of up to 100 animals in one request. Results are in the same order; with `atomic`, all are replaced or none. A batch of n profiles counts as n/10 requests, rounded up.
         */
        post: operations["replaceProfiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pets/{petId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an animal's history
         * @description Returns what has happened to an animal, the newest first: who changed, published, reserved or adopted it, and when. It is kept as long as the animal. Changes of the same kind that one person or key makes within five minutes of each other, with nothing else between, are one entry. Only the account that the animal belongs to can see it; entries about orders need `orders:read`, and those about applications `applications:read`. Nothing in it is about adopters.
         */
        get: operations["listHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pets/{petId}/photos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an animal's photos
         * @description Returns all photos of an animal, in order. Other accounts see those of a published animal alone.
         */
        get: operations["listPhotos"];
        put?: never;
        /**
         * Add a photo
         * @description Takes a JPEG, PNG, WebP, AVIF or GIF image of up to 15 MB and 50 megapixels as the field `file` of a form, or as the body itself with a `Content-Type` such as `image/jpeg`. What it is shows in its bytes. It is turned upright, converted to sRGB and loses all metadata, such as where it was taken. An animal has at most 20 photos. Only the account that the animal belongs to can do this.
         */
        post: operations["addPhoto"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pets/{petId}/photos/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Order an animal's photos
         * @description Takes the ids of all photos of the animal. The first photo is the one to show in lists.
         */
        put: operations["orderPhotos"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/photos/{photoId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a photo
         * @description Other accounts see the photos of a published animal alone.
         */
        get: operations["getPhoto"];
        put?: never;
        post?: never;
        /**
         * Delete a photo
         * @description Its files are removed a day later, unless another photo has the same.
         */
        delete: operations["deletePhoto"];
        options?: never;
        head?: never;
        /**
         * Describe a photo
         * @description Changes what is said of a photo (RFC 7396). To change the picture, add another and delete this one.
         */
        patch: operations["updatePhoto"];
        trace?: never;
    };
    "/listings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List published animals
         * @description Returns a page of animals whose profile is published: newest first, or best match first with `q`. An unknown value never matches: `goodWith=children` returns only animals that are known to be good with children. Several values of one filter match any of them, several filters all.
         */
        get: operations["listListings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/listings/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count published animals by value
         * @description Takes the filters of the list, and returns how many listings match, by value. With `q`, the newest 1,000 that match are counted.
         */
        get: operations["countListings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/listings/{petId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a published animal
         * @description The listing of an animal that is sold is shown for 30 more days.
         */
        get: operations["getListing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List organizations
         * @description Returns the public details of every account that has given any and is not suspended, by id.
         */
        get: operations["listOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an organization */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{accountId}/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set an account's public details
         * @description Replaces all details; what is left out is removed. Everybody with `pets:read` can see them, and its listings show its name, city and country. Only the account itself can do this.
         */
        put: operations["putOrganization"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List categories
         * @description Returns every category that has a name or animals, by id.
         */
        get: operations["listCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories/{categoryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a category */
        get: operations["getCategory"];
        /**
         * Name a category
         * @description Names a `categoryId`, whether or not animals already use it.
         */
        put: operations["putCategory"];
        post?: never;
        /**
         * Delete a category
         * @description Only possible if no animal belongs to it.
         */
        delete: operations["deleteCategory"];
        options?: never;
        head?: never;
        /** Update a category */
        patch: operations["updateCategory"];
        trace?: never;
    };
    "/store/inventory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count animals by status */
        get: operations["getInventory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @description Returns a page of the orders that your account placed or that are for its animals, the oldest first unless `sort` says otherwise.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Place an order
         * @description Reserves an available animal, which becomes `pending`. If several requests compete for an animal, exactly one succeeds. An order that is not approved within 72 hours expires; operators can change this time. Only your account and the one that the animal belongs to can see the order. An account may have 5 open orders for other accounts' animals (Free), 20 (Pro), 100 (Business) or 1,000 (Enterprise). One more returns `too_many_open_orders`.
         */
        post: operations["placeOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/orders/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an order
         * @description Returns an order that your account placed or that is for one of its animals.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an order
         * @description Status transitions: `placed` to `approved`, `approved` to `delivered`, `delivered` to `returned`; `placed` and `approved` also to `cancelled`. Delivering makes the animal `sold`; cancelling, expiring and returning make it `available` again. Only the account that the animal belongs to can update the order; the account that placed it can cancel it.
         */
        patch: operations["updateOrder"];
        trace?: never;
    };
    "/store/orders/{orderId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo an order's last step
         * @description Takes back an approval, a delivery, a cancellation or a return: order, animal and listing are as they were before, and reports count nothing. Only the user or key that took the step can do this, within 15 seconds and as long as nothing about the order and its animal has changed since; otherwise the response is `undo_not_possible`.
         */
        post: operations["undoOrderStep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/orders/{orderId}/customer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Erase an order's customer
         * @description Removes the name, email address, telephone number, note and reason of a return from the order, from past events, from responses stored for an `Idempotency-Key` and from webhook payloads not yet sent. Only the account that the animal belongs to can do this.
         */
        delete: operations["eraseCustomer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/orders/{orderId}/contract": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an order's contract
         * @description Returns the adoption contract with the data of the animal and the adopter, in the words of the account that the animal belongs to, which alone can get it. There is none for an order that is cancelled or expired, or whose customer is erased.
         */
        get: operations["getContract"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/orders/{orderId}/return-slip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an order's return slip
         * @description The same for an animal that comes back, of an order that is delivered or returned.
         */
        get: operations["getReturnSlip"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/document-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the templates of documents
         * @description Returns the words of the contract and the return slip of your account.
         */
        get: operations["getDocumentTemplates"];
        /**
         * Change the templates of documents
         * @description Replaces both templates; one that is left out is the default again. A template is Markdown with placeholders such as `{{animal.name}}`; an unknown one is an error that names it.
         */
        put: operations["putDocumentTemplates"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/document-templates/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a template
         * @description Returns what a template looks like with the details of your organization and sample data. Nothing is saved.
         */
        post: operations["previewDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List applications
         * @description Returns a page of the applications for your account's animals, without questions, answers and notes.
         */
        get: operations["listApplications"];
        put?: never;
        /**
         * Send an application
         * @description Applies for an animal, or, without `petId`, for any animal of your account. The answers are checked against the form, which must be one of the account that the animal belongs to, or one that serves every account. Only that account can see the application; the applicant can follow it at `statusUrl`. One email address may send 5 applications a day; with a publishable key, one IP address may send 60 an hour. One more is `too_many_applications`, which is no strike. A publishable key applies only for animals that are published.
         */
        post: operations["submitApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{applicationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an application */
        get: operations["getApplication"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an application
         * @description Status transitions: `submitted` to `inReview`, from there to `meetAndGreet`, `homeVisit` and `referenceCheck` in any order; any open status to `declined` or `withdrawn`. An application becomes `approved` by its own operation alone. A closed application does not change again.
         */
        patch: operations["updateApplication"];
        trace?: never;
    };
    "/applications/{applicationId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve an application
         * @description Places the order for the animal, in the same transaction: if several approvals compete for an animal, exactly one succeeds. With `closeOthers`, all other open applications for the animal are declined: 25 in the same transaction, and the rest within moments, in which nobody can change them any more (`invalid_transition`).
         */
        post: operations["approveApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{applicationId}/applicant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Erase an applicant
         * @description Removes the name, email address, telephone number, answers and note from the application, whose secret link then says that it is erased; and the customer from the order that it led to, from past events, from responses stored for an `Idempotency-Key` and from webhook payloads not yet sent.
         */
        delete: operations["eraseApplicant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{applicationId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export an applicant's data
         * @description Returns all that your account knows of the person who sent this application: applications and orders, matched by email address.
         */
        get: operations["exportApplicant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List people
         * @description Returns a page of the people behind the applications and orders that your account can see, one for each email address, the last seen first. Requires `applications:read` and `orders:read`.
         */
        get: operations["listPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{personId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a person
         * @description Returns all applications and orders of a person that your account can see. Requires `applications:read` and `orders:read`.
         */
        get: operations["getPerson"];
        put?: never;
        post?: never;
        /**
         * Erase a person
         * @description Erases the applicant of each of the person’s applications to your account and the customer of each order for its animals, as `DELETE /v1/applications/{applicationId}/applicant` and `DELETE /v1/store/orders/{orderId}/customer` do. Fails with `person_has_open_cases`, and erases nothing, while one of them is open. Of very many, some are erased at a time: if it is interrupted, repeat it. Requires `applications:write` and `orders:write`.
         */
        delete: operations["erasePerson"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{personId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a person's data
         * @description Returns all that your account knows of a person: applications with their answers, and orders.
         */
        get: operations["exportPerson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List forms
         * @description Returns a page of the forms of your account and of those that serve every account, by id. Any key may read them: what is asked is no secret.
         */
        get: operations["listForms"];
        put?: never;
        /**
         * Create a form
         * @description An account may have 20 forms.
         */
        post: operations["createForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forms/{formId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a form */
        get: operations["getForm"];
        /**
         * Change a form
         * @description Replaces the name and the questions. The last 100 versions are kept, and every one that somebody has applied with: an application shows the questions as they were when it was sent. Staff of the store alone can change a form that serves every account.
         */
        put: operations["putForm"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/adoptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Adoptions, returns and length of stay
         * @description Counts the adoptions and returns of a period (days in UTC), by month and species, and for how long animals had waited: from when they came in, or came back, until they were adopted. An animal is adopted when its status becomes `sold`. Staff and keys with `admin` see all accounts. With `Accept: text/csv` the response is CSV.
         */
        get: operations["reportAdoptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Returns every change once, in commit order. Continue with the last `id` as `after`. Order events are included only with the scope `orders:read`, those of applications with `applications:read`; these say nothing of the applicant. Events about an account's keys and webhooks go to that account and to administrators.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream events
         * @description The same events as they happen, as Server-Sent Events. The first frame has an `id` and nothing else: the position where the stream begins, to come back to even if nothing happens. Each further frame is an event: `id` and `event` are its id and type, `data` is the whole event (schema `Event`). Continues after `Last-Event-ID` or, for clients that cannot send it, `after`; without either it starts now. A comment (`:`) every 15 seconds keeps the connection open: after 45 seconds of silence, connect again with the last `id`. An account may have 2 streams open (Free), 10 (Pro), 100 (Business) or 1,000 (Enterprise): one more is `too_many_streams`, which is no strike. A stream ends after an hour, and at once with its key or session, or when its account gets another plan; come back with the last id you saw.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Returns the webhooks of your account, oldest first.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Sends new events to `url` as JSON with POST, signed according to Standard Webhooks. Delivery is at least once, with the same `webhook-id` on every attempt, and not always in order. Respond with 2xx within 15 seconds; otherwise we retry after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h. Redirects are not followed. The secret is shown only in this response; a response replayed for an `Idempotency-Key` does not have it. If you lost the first response, rotate the secret.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a webhook */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Also deletes its deliveries. Nothing more is sent.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update a webhook
         * @description A disabled webhook receives nothing, not even later. Its pending deliveries fail and can be redelivered. Enabling it restarts the 5 days after which a failing webhook is disabled. Requires the scopes of its `types`.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a webhook's secret
         * @description For 24 hours deliveries are signed with both the new and the previous secret: `webhook-signature` then has two signatures, separated by a space. The secret is shown only in this response; a response replayed for an `Idempotency-Key` does not have it. If you lost the first response, rotate the secret.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a webhook
         * @description Sends one signed `webhook.test` event immediately, even if the webhook is disabled, and returns the outcome. It appears in no feed or delivery log, is not retried, and does not count as a failure.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a webhook's deliveries
         * @description Returns deliveries, newest first, for as long as events are kept.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description Returns a delivery with its payload and the beginning of the last response, if you may read such an event.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver an event
         * @description Sends the event again immediately, whatever its outcome so far, with the full retry schedule. The webhook must be enabled.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rate-limit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check your limits
         * @description Returns your plan, both windows and any ban. Free, and available even while other requests get 429.
         */
        get: operations["getRateLimit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the caller
         * @description Who you are to the API: your key or your user, its scopes, its account and the environment. Needs no scope.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Returns a page of users, oldest first. Members see the users of their own account.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Invite a user
         * @description The person gets an email with a link to set a password, which is valid for 7 days, once. The response has the link too, for where there is no mail server (`SMTP_URL`). If you repeat the request with the same `Idempotency-Key`, the response has no `link`. Nobody can give a role that permits more than their own. Unless you act for the store, one address gets 3 such links a day, and after 5 invitations to addresses of other accounts' users (`email_in_use`) you invite nobody else for the rest of a day.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a user */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Delete a user
         * @description Ends all sessions of the user at once. What the user has done stays.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Update a user
         * @description Changes only the given fields. Another role applies from the next request, on every replica. `disabled: true` ends all sessions of the user at once. The last admin among the staff cannot be demoted or disabled (`last_admin`).
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/users/{userId}/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link to reset a password
         * @description The person gets it by email; the response has it too, for where there is no mail server (`SMTP_URL`). It is valid for 7 days, once. Links made for the user before stop working; the present password works until the link is used. Unless you act for the store, one address gets 3 such links a day.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a user's sessions
         * @description Returns a page of the devices on which the user is signed in, oldest first. Everybody may do this for themselves (`me`); for others it needs the scope `admin`.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * Sign a user out everywhere
         * @description Ends all sessions of the user at once, on every replica. Everybody may do this for themselves (`me`); for others it needs the scope `admin`.
         */
        delete: operations["endSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{userId}/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description Signs the user out on one device at once, on every replica. Everybody may do this for themselves (`me`); for others it needs the scope `admin`.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts
         * @description Returns a page of accounts, oldest first. Members of an account see their own.
         */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Create an account
         * @description The plan sets its limits. An `enterprise` account can have its own: set both or neither.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an account */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an account
         * @description Changes only the given fields. A new plan applies from the next request; requests already counted stay counted. An account that leaves `enterprise` loses its own limits, and so does one given `perMinute: null` and `perDay: null`. `suspended: true` immediately stops all its keys, webhooks and streams, on every replica, until `suspended: false`; pending deliveries are sent then. `invalid_transition` when the account is that of your own key, which could not undo it.
         */
        patch: operations["updateAccount"];
        trace?: never;
    };
    "/accounts/{accountId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an account's keys
         * @description Returns a page of keys, oldest first, including expired and revoked ones.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key
         * @description The response is the only place where the key itself is shown; we store only its hash. If you repeat the request with the same `Idempotency-Key`, no second key is created and the response has no `key`. If you lost the first response, revoke the key and create another.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a key
         * @description Returns the details of a key, but never the key itself.
         */
        get: operations["getKey"];
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description Revokes it immediately and permanently. Revoking it again has no effect.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{keyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a key
         * @description Makes a key with the same account, name, kind, scopes, origins and end. The old one goes on for `graceSeconds`, or ends at once without. A key that has ended, or was rotated before, cannot be rotated. The response is the only place where the key itself is shown; we store only its hash. If you repeat the request with the same `Idempotency-Key`, no second key is created and the response has no `key`. If you lost the first response, revoke the key and create another.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bans
         * @description Returns a page of the bans in force, by key.
         */
        get: operations["listBans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bans/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Lift a ban
         * @description Lifts it immediately. Its next ban counts as its first one. `key_not_found` if it is not banned.
         */
        delete: operations["liftBan"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{accountId}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an account's usage
         * @description Returns the requests of each day (UTC), oldest first; days without requests have zeros. Free requests (`GET /rate-limit`, `OPTIONS`) are not counted.
         */
        get: operations["listUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List mail
         * @description Returns the mail of the store, newest first: what waits, what was sent, and what failed with its reason. Without a mail server (`SMTP_URL`) mail has the status `manual`, and its text is to be sent by hand.
         */
        get: operations["listMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mails/{mailId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a mail with its text
         * @description Returns a mail with its text, to be copied where there is no mail server. A text with a secret link is not kept after it was sent.
         */
        get: operations["getMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mails/{mailId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a mail again
         * @description Sends a mail that waits or has failed from now on, with the whole schedule of retries before it. Mail that was sent, or has no text any more, is not sent again (`invalid_transition`).
         */
        post: operations["retryMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit log entries
         * @description Returns who changed what, and who read customers’ data, newest first. Entries have the names of fields, never their values. A batch, an import and an event stream are one entry each. Reads appear within a second.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The body of every error response. */
        Error: {
            /**
             * @description Machine-readable error code.
             * @example validation_failed
             */
            code: string;
            /** @description Human-readable description. */
            message: string;
            /**
             * @description The HTTP status code.
             * @example 400
             */
            status: number;
            /** @description The `X-Request-Id` of this response. Include it when you ask for help. */
            requestId?: string;
            /**
             * @description With `insufficient_scope`: the scope that the operation requires.
             * @example pets:write
             */
            requiredScope?: string;
            /** @description Every issue of the request with its field, at most 100. The last one says how many more there are. */
            errors?: {
                /** @description The field, parameter or header that is not valid. */
                field: string;
                /** @description The kind of error, machine-readable. */
                code: string;
                /** @description What is allowed. */
                message: string;
            }[];
        };
        /**
         * @description Availability of an animal.
         * @enum {string}
         */
        PetStatus: "available" | "pending" | "sold";
        /** @description An animal to add. */
        NewPet: {
            /**
             * @description The name, stored exactly as sent. 1-255 characters; not blank; no control characters or unpaired surrogates.
             * @example Biscuit
             */
            name: string;
            /**
             * Format: int64
             * @description Identifier of the category the animal belongs to.
             * @example 7
             */
            categoryId: Int64;
            status?: components["schemas"]["PetStatus"];
        };
        /** @description An animal. */
        Pet: {
            /**
             * Format: int64
             * @description Assigned by the service on creation.
             * @example 1
             */
            id: Int64;
            /**
             * @description The name, stored exactly as sent. 1-255 characters; not blank; no control characters or unpaired surrogates.
             * @example Biscuit
             */
            name: string;
            /**
             * Format: int64
             * @description Identifier of the category the animal belongs to.
             * @example 7
             */
            categoryId: Int64;
            status: components["schemas"]["PetStatus"];
        };
        /** @description A page of animals. */
        Pets: components["schemas"]["Pet"][];
        /** @description Changes to an animal. */
        PetPatch: {
            /**
             * @description The name, stored exactly as sent. 1-255 characters; not blank; no control characters or unpaired surrogates.
             * @example Biscuit
             */
            name?: string;
            /**
             * Format: int64
             * @description Identifier of the category the animal belongs to.
             * @example 7
             */
            categoryId?: Int64;
            status?: components["schemas"]["PetStatus"];
        };
        /** @description Animals to add. */
        PetBatch: {
            pets: components["schemas"]["NewPet"][];
            /**
             * @description Adds all animals or none. If any is not valid, the response is 400 and lists every issue.
             * @default false
             */
            atomic?: boolean;
        };
        /** @description The result for each animal of a batch. */
        PetBatchResults: {
            results: {
                /** @description 201, or the status of `error`. */
                status: number;
                pet?: components["schemas"]["Pet"];
                error?: components["schemas"]["Error"];
            }[];
        };
        /** @description An animal as its owner sees it in a list. */
        Animal: {
            /**
             * Format: int64
             * @description The animal.
             * @example 1
             */
            id: Int64;
            /** @description The name of the animal. */
            name: string;
            status: components["schemas"]["PetStatus"];
            /**
             * Format: int64
             * @description Identifier of its category.
             */
            categoryId: Int64;
            /** @description Whether the animal is listed publicly. Requires `species`. */
            published: boolean;
            /**
             * @description What kind of animal it is. Required to publish.
             * @enum {string|null}
             */
            species: "dog" | "cat" | "rabbit" | "smallFurry" | "bird" | "horse" | "reptile" | "fish" | "barnyard" | "other" | null;
            /** @description Breeds. */
            breeds: {
                /**
                 * @description The main breed. At most 100 characters.
                 * @example Labrador Retriever
                 */
                primary: string | null;
                /**
                 * @description Another breed. At most 100 characters.
                 * @example Border Collie
                 */
                secondary: string | null;
                /** @description Whether the animal is a mix. */
                mixed: boolean | null;
            };
            /**
             * @description Sex.
             * @enum {string|null}
             */
            sex: "male" | "female" | null;
            /**
             * @description Size when fully grown.
             * @enum {string|null}
             */
            size: "small" | "medium" | "large" | "extraLarge" | null;
            /**
             * @description Date of birth, exact or estimated.
             * @example 2024-05-17
             */
            birthDate: string | null;
            /** @description Age now; `null` where it is not known. */
            age: {
                /** @description Whole months since `birthDate`. */
                months: number | null;
                /**
                 * @description Under 1 year, under 3, under 8, and 8 years and over.
                 * @enum {string|null}
                 */
                band: "baby" | "young" | "adult" | "senior" | null;
            };
            /** @description Up to 20 tags. */
            tags: string[] | null;
            /** @description Whom the animal gets on with. */
            goodWith: {
                /** @description Whether the animal is good with children. */
                children: boolean | null;
                /** @description Whether the animal is good with dogs. */
                dogs: boolean | null;
                /** @description Whether the animal is good with cats. */
                cats: boolean | null;
            };
            /** @description Its first photo in the smallest size; `null` if it has none. */
            photo: {
                /**
                 * Format: int64
                 * @description Assigned by the store.
                 */
                id: Int64;
                /** @description What the photo shows, for people who do not see it. */
                alt?: string;
                /** @description The point to keep in view where the photo is cropped. */
                focus?: {
                    /** @description From the left (0) to the right (1). */
                    x: number;
                    /** @description From the top (0) to the bottom (1). */
                    y: number;
                };
                /** @description A thumbhash in Base64, to show while the photo loads. */
                placeholder: string;
                /** @description In pixels. */
                width: number;
                /** @description In pixels. */
                height: number;
                /** @enum {string} */
                format: "webp" | "jpeg";
                /** @description Where everybody can read the file. It never changes. In events it is a path on this server. */
                url: string;
            } | null;
            /**
             * Format: date
             * @description Since which day it waits for a home: the `intakeDate` of its profile, or the day on which it was added; of an animal that was adopted before, when it came back. `null` of animals that are adopted.
             */
            waitingSince: string | null;
            /**
             * Format: date-time
             * @description When the animal, its profile or its photos changed last; `null` if nobody knows.
             */
            updatedAt: string | null;
            /** @description Applications for it that are open. Absent without `applications:read`. */
            openApplications?: number;
            /**
             * Format: int64
             * @description Whose animal it is. Only for staff and keys with `admin`.
             */
            accountId?: Int64;
        };
        /** @description Number of animals that match, by status. */
        AnimalCounts: {
            /** @description Animals that match. */
            total: number;
            /** @description `false` if more than 100,000 match: then each number is a lower bound. */
            isExact: boolean;
            /** @description Animals by status. */
            status: {
                /** @description Number of animals. */
                available: number;
                /** @description Number of animals. */
                pending: number;
                /** @description Number of animals. */
                sold: number;
            };
            /** @description Animals whose profile is not published, by status. */
            unpublished: {
                /** @description Number of animals. */
                available: number;
                /** @description Number of animals. */
                pending: number;
                /** @description Number of animals. */
                sold: number;
            };
            /** @description Animals without a photo, by status. */
            withoutPhoto: {
                /** @description Number of animals. */
                available: number;
                /** @description Number of animals. */
                pending: number;
                /** @description Number of animals. */
                sold: number;
            };
        };
        /** @description The breeds and tags that animals have. */
        AnimalFacets: {
            /** @description First and second breeds, the most frequent first; 100 at most. */
            breeds: {
                /**
                 * @description As the filter takes it.
                 * @example Beagle
                 */
                value: string;
                /** @description Number of animals. */
                count: number;
            }[];
            /** @description Tags, the most frequent first; 100 at most. */
            tags: {
                /**
                 * @description As the filter takes it.
                 * @example Beagle
                 */
                value: string;
                /** @description Number of animals. */
                count: number;
            }[];
        };
        /** @description What is known of an animal beyond its name, category and status. `null` is unknown. `externalId`, `microchip` and `intakeDate` are shown only to the account that the animal belongs to. */
        Profile: {
            /**
             * Format: int64
             * @description The animal.
             * @example 1
             */
            petId: Int64;
            /** @description Whether the animal is listed publicly. Requires `species`. */
            published: boolean;
            /**
             * Format: date-time
             * @description Since when it is published (RFC 3339, UTC); `null` for a draft.
             */
            publishedAt: string | null;
            /**
             * @description What kind of animal it is. Required to publish.
             * @enum {string|null}
             */
            species: "dog" | "cat" | "rabbit" | "smallFurry" | "bird" | "horse" | "reptile" | "fish" | "barnyard" | "other" | null;
            /** @description Breeds. */
            breeds: {
                /**
                 * @description The main breed. At most 100 characters.
                 * @example Labrador Retriever
                 */
                primary: string | null;
                /**
                 * @description Another breed. At most 100 characters.
                 * @example Border Collie
                 */
                secondary: string | null;
                /** @description Whether the animal is a mix. */
                mixed: boolean | null;
            };
            /**
             * @description Date of birth, exact or estimated.
             * @example 2024-05-17
             */
            birthDate: string | null;
            /** @description Whether `birthDate` is exact. */
            birthDateExact: boolean | null;
            /**
             * @description Sex.
             * @enum {string|null}
             */
            sex: "male" | "female" | null;
            /**
             * @description Size when fully grown.
             * @enum {string|null}
             */
            size: "small" | "medium" | "large" | "extraLarge" | null;
            /** @description Weight in grams. */
            weightGrams: number | null;
            /**
             * @description Length or kind of coat.
             * @enum {string|null}
             */
            coat: "hairless" | "short" | "medium" | "long" | "wire" | "curly" | null;
            /** @description Up to 3 colours, the main one first. */
            colors: string[] | null;
            /** @description Description in Markdown, stored exactly as sent. Render it without raw HTML. At most 10,000 characters. */
            description: string | null;
            /** @description Up to 20 tags. */
            tags: string[] | null;
            /** @description Whether the animal is house-trained. */
            houseTrained: boolean | null;
            /** @description Whether the animal is spayed or neutered. */
            spayedNeutered: boolean | null;
            /** @description Whether the animal is vaccinated. */
            vaccinated: boolean | null;
            /** @description Whether the animal is declawed. */
            declawed: boolean | null;
            /** @description What an adopter has to care for. At most 1,000 characters. */
            specialNeeds: string | null;
            /** @description Whom the animal gets on with. */
            goodWith: {
                /** @description Whether the animal is good with children. */
                children: boolean | null;
                /** @description Whether the animal is good with dogs. */
                dogs: boolean | null;
                /** @description Whether the animal is good with cats. */
                cats: boolean | null;
            };
            /** @description What the adopter pays. */
            fee: {
                /**
                 * @description In the minor unit of the currency, such as cents.
                 * @example 15000
                 */
                amount: number;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
            } | null;
            /** @description Animals to be adopted together with this one: up to 10 others of the same account. */
            bondedWith: Int64[] | null;
            /** @description Up to 5 https addresses of videos. */
            videos: string[] | null;
            /**
             * @description The animal's id in another system. At most 255 characters.
             * @example A-1047
             */
            externalId?: string | null;
            /**
             * @description Number of the microchip.
             * @example 276098102345678
             */
            microchip?: string | null;
            /**
             * @description When the animal came to its shelter.
             * @example 2026-10-02
             */
            intakeDate?: string | null;
            /**
             * Format: date-time
             * @description When it last changed; `null` for one that was never written.
             */
            updatedAt: string | null;
        };
        /** @description A profile without what only its owner sees. */
        PublicProfile: {
            /**
             * Format: int64
             * @description The animal.
             * @example 1
             */
            petId: Int64;
            /** @description Whether the animal is listed publicly. Requires `species`. */
            published: boolean;
            /**
             * Format: date-time
             * @description Since when it is published (RFC 3339, UTC); `null` for a draft.
             */
            publishedAt: string | null;
            /**
             * @description What kind of animal it is. Required to publish.
             * @enum {string|null}
             */
            species: "dog" | "cat" | "rabbit" | "smallFurry" | "bird" | "horse" | "reptile" | "fish" | "barnyard" | "other" | null;
            /** @description Breeds. */
            breeds: {
                /**
                 * @description The main breed. At most 100 characters.
                 * @example Labrador Retriever
                 */
                primary: string | null;
                /**
                 * @description Another breed. At most 100 characters.
                 * @example Border Collie
                 */
                secondary: string | null;
                /** @description Whether the animal is a mix. */
                mixed: boolean | null;
            };
            /**
             * @description Date of birth, exact or estimated.
             * @example 2024-05-17
             */
            birthDate: string | null;
            /** @description Whether `birthDate` is exact. */
            birthDateExact: boolean | null;
            /**
             * @description Sex.
             * @enum {string|null}
             */
            sex: "male" | "female" | null;
            /**
             * @description Size when fully grown.
             * @enum {string|null}
             */
            size: "small" | "medium" | "large" | "extraLarge" | null;
            /** @description Weight in grams. */
            weightGrams: number | null;
            /**
             * @description Length or kind of coat.
             * @enum {string|null}
             */
            coat: "hairless" | "short" | "medium" | "long" | "wire" | "curly" | null;
            /** @description Up to 3 colours, the main one first. */
            colors: string[] | null;
            /** @description Description in Markdown, stored exactly as sent. Render it without raw HTML. At most 10,000 characters. */
            description: string | null;
            /** @description Up to 20 tags. */
            tags: string[] | null;
            /** @description Whether the animal is house-trained. */
            houseTrained: boolean | null;
            /** @description Whether the animal is spayed or neutered. */
            spayedNeutered: boolean | null;
            /** @description Whether the animal is vaccinated. */
            vaccinated: boolean | null;
            /** @description Whether the animal is declawed. */
            declawed: boolean | null;
            /** @description What an adopter has to care for. At most 1,000 characters. */
            specialNeeds: string | null;
            /** @description Whom the animal gets on with. */
            goodWith: {
                /** @description Whether the animal is good with children. */
                children: boolean | null;
                /** @description Whether the animal is good with dogs. */
                dogs: boolean | null;
                /** @description Whether the animal is good with cats. */
                cats: boolean | null;
            };
            /** @description What the adopter pays. */
            fee: {
                /**
                 * @description In the minor unit of the currency, such as cents.
                 * @example 15000
                 */
                amount: number;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
            } | null;
            /** @description Animals to be adopted together with this one: up to 10 others of the same account. */
            bondedWith: Int64[] | null;
            /** @description Up to 5 https addresses of videos. */
            videos: string[] | null;
            /**
             * Format: date-time
             * @description When it last changed; `null` for one that was never written.
             */
            updatedAt: string | null;
        };
        /** @description A whole profile. What is left out becomes unknown, and `published` false. */
        NewProfile: {
            /** @description Whether the animal is listed publicly. Requires `species`. */
            published?: boolean | null;
            /**
             * @description What kind of animal it is. Required to publish.
             * @enum {string|null}
             */
            species?: "dog" | "cat" | "rabbit" | "smallFurry" | "bird" | "horse" | "reptile" | "fish" | "barnyard" | "other" | null;
            /** @description Breeds. */
            breeds?: {
                /**
                 * @description The main breed. At most 100 characters.
                 * @example Labrador Retriever
                 */
                primary?: string | null;
                /**
                 * @description Another breed. At most 100 characters.
                 * @example Border Collie
                 */
                secondary?: string | null;
                /** @description Whether the animal is a mix. */
                mixed?: boolean | null;
            } | null;
            /**
             * @description Date of birth, exact or estimated.
             * @example 2024-05-17
             */
            birthDate?: string | null;
            /** @description Whether `birthDate` is exact. */
            birthDateExact?: boolean | null;
            /**
             * @description Sex.
             * @enum {string|null}
             */
            sex?: "male" | "female" | null;
            /**
             * @description Size when fully grown.
             * @enum {string|null}
             */
            size?: "small" | "medium" | "large" | "extraLarge" | null;
            /** @description Weight in grams. */
            weightGrams?: number | null;
            /**
             * @description Length or kind of coat.
             * @enum {string|null}
             */
            coat?: "hairless" | "short" | "medium" | "long" | "wire" | "curly" | null;
            /** @description Up to 3 colours, the main one first. */
            colors?: string[] | null;
            /** @description Description in Markdown, stored exactly as sent. Render it without raw HTML. At most 10,000 characters. */
            description?: string | null;
            /** @description Up to 20 tags. */
            tags?: string[] | null;
            /** @description Whether the animal is house-trained. */
            houseTrained?: boolean | null;
            /** @description Whether the animal is spayed or neutered. */
            spayedNeutered?: boolean | null;
            /** @description Whether the animal is vaccinated. */
            vaccinated?: boolean | null;
            /** @description Whether the animal is declawed. */
            declawed?: boolean | null;
            /** @description What an adopter has to care for. At most 1,000 characters. */
            specialNeeds?: string | null;
            /** @description Whom the animal gets on with. */
            goodWith?: {
                /** @description Whether the animal is good with children. */
                children?: boolean | null;
                /** @description Whether the animal is good with dogs. */
                dogs?: boolean | null;
                /** @description Whether the animal is good with cats. */
                cats?: boolean | null;
            } | null;
            /** @description What the adopter pays. */
            fee?: {
                /**
                 * @description In the minor unit of the currency, such as cents.
                 * @example 15000
                 */
                amount: number;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
            } | null;
            /** @description Animals to be adopted together with this one: up to 10 others of the same account. */
            bondedWith?: Int64[] | null;
            /** @description Up to 5 https addresses of videos. */
            videos?: string[] | null;
            /**
             * @description The animal's id in another system. At most 255 characters.
             * @example A-1047
             */
            externalId?: string | null;
            /**
             * @description Number of the microchip.
             * @example 276098102345678
             */
            microchip?: string | null;
            /**
             * @description When the animal came to its shelter.
             * @example 2026-10-02
             */
            intakeDate?: string | null;
        };
        /** @description Changes to a profile (RFC 7396). `breeds`, `goodWith` and `fee` are merged, lists are replaced, and `null` makes a value unknown. */
        ProfilePatch: {
            /** @description Whether the animal is listed publicly. Requires `species`. */
            published?: boolean | null;
            /**
             * @description What kind of animal it is. Required to publish.
             * @enum {string|null}
             */
            species?: "dog" | "cat" | "rabbit" | "smallFurry" | "bird" | "horse" | "reptile" | "fish" | "barnyard" | "other" | null;
            /** @description Breeds. */
            breeds?: {
                /**
                 * @description The main breed. At most 100 characters.
                 * @example Labrador Retriever
                 */
                primary?: string | null;
                /**
                 * @description Another breed. At most 100 characters.
                 * @example Border Collie
                 */
                secondary?: string | null;
                /** @description Whether the animal is a mix. */
                mixed?: boolean | null;
            } | null;
            /**
             * @description Date of birth, exact or estimated.
             * @example 2024-05-17
             */
            birthDate?: string | null;
            /** @description Whether `birthDate` is exact. */
            birthDateExact?: boolean | null;
            /**
             * @description Sex.
             * @enum {string|null}
             */
            sex?: "male" | "female" | null;
            /**
             * @description Size when fully grown.
             * @enum {string|null}
             */
            size?: "small" | "medium" | "large" | "extraLarge" | null;
            /** @description Weight in grams. */
            weightGrams?: number | null;
            /**
             * @description Length or kind of coat.
             * @enum {string|null}
             */
            coat?: "hairless" | "short" | "medium" | "long" | "wire" | "curly" | null;
            /** @description Up to 3 colours, the main one first. */
            colors?: string[] | null;
            /** @description Description in Markdown, stored exactly as sent. Render it without raw HTML. At most 10,000 characters. */
            description?: string | null;
            /** @description Up to 20 tags. */
            tags?: string[] | null;
            /** @description Whether the animal is house-trained. */
            houseTrained?: boolean | null;
            /** @description Whether the animal is spayed or neutered. */
            spayedNeutered?: boolean | null;
            /** @description Whether the animal is vaccinated. */
            vaccinated?: boolean | null;
            /** @description Whether the animal is declawed. */
            declawed?: boolean | null;
            /** @description What an adopter has to care for. At most 1,000 characters. */
            specialNeeds?: string | null;
            /** @description Whom the animal gets on with. */
            goodWith?: {
                /** @description Whether the animal is good with children. */
                children?: boolean | null;
                /** @description Whether the animal is good with dogs. */
                dogs?: boolean | null;
                /** @description Whether the animal is good with cats. */
                cats?: boolean | null;
            } | null;
            /** @description What the adopter pays. */
            fee?: {
                /**
                 * @description In the minor unit of the currency, such as cents.
                 * @example 15000
                 */
                amount?: number;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency?: string;
            } | null;
            /** @description Animals to be adopted together with this one: up to 10 others of the same account. */
            bondedWith?: Int64[] | null;
            /** @description Up to 5 https addresses of videos. */
            videos?: string[] | null;
            /**
             * @description The animal's id in another system. At most 255 characters.
             * @example A-1047
             */
            externalId?: string | null;
            /**
             * @description Number of the microchip.
             * @example 276098102345678
             */
            microchip?: string | null;
            /**
             * @description When the animal came to its shelter.
             * @example 2026-10-02
             */
            intakeDate?: string | null;
        };
        /** @description A whole profile with the animal that it is of. */
        BatchedProfile: {
            /**
             * Format: int64
             * @description The animal.
             * @example 1
             */
            petId: Int64;
            /** @description Whether the animal is listed publicly. Requires `species`. */
            published?: boolean | null;
            /**
             * @description What kind of animal it is. Required to publish.
             * @enum {string|null}
             */
            species?: "dog" | "cat" | "rabbit" | "smallFurry" | "bird" | "horse" | "reptile" | "fish" | "barnyard" | "other" | null;
            /** @description Breeds. */
            breeds?: {
                /**
                 * @description The main breed. At most 100 characters.
                 * @example Labrador Retriever
                 */
                primary?: string | null;
                /**
                 * @description Another breed. At most 100 characters.
                 * @example Border Collie
                 */
                secondary?: string | null;
                /** @description Whether the animal is a mix. */
                mixed?: boolean | null;
            } | null;
            /**
             * @description Date of birth, exact or estimated.
             * @example 2024-05-17
             */
            birthDate?: string | null;
            /** @description Whether `birthDate` is exact. */
            birthDateExact?: boolean | null;
            /**
             * @description Sex.
             * @enum {string|null}
             */
            sex?: "male" | "female" | null;
            /**
             * @description Size when fully grown.
             * @enum {string|null}
             */
            size?: "small" | "medium" | "large" | "extraLarge" | null;
            /** @description Weight in grams. */
            weightGrams?: number | null;
            /**
             * @description Length or kind of coat.
             * @enum {string|null}
             */
            coat?: "hairless" | "short" | "medium" | "long" | "wire" | "curly" | null;
            /** @description Up to 3 colours, the main one first. */
            colors?: string[] | null;
            /** @description Description in Markdown, stored exactly as sent. Render it without raw HTML. At most 10,000 characters. */
            description?: string | null;
            /** @description Up to 20 tags. */
            tags?: string[] | null;
            /** @description Whether the animal is house-trained. */
            houseTrained?: boolean | null;
            /** @description Whether the animal is spayed or neutered. */
            spayedNeutered?: boolean | null;
            /** @description Whether the animal is vaccinated. */
            vaccinated?: boolean | null;
            /** @description Whether the animal is declawed. */
            declawed?: boolean | null;
            /** @description What an adopter has to care for. At most 1,000 characters. */
            specialNeeds?: string | null;
            /** @description Whom the animal gets on with. */
            goodWith?: {
                /** @description Whether the animal is good with children. */
                children?: boolean | null;
                /** @description Whether the animal is good with dogs. */
                dogs?: boolean | null;
                /** @description Whether the animal is good with cats. */
                cats?: boolean | null;
            } | null;
            /** @description What the adopter pays. */
            fee?: {
                /**
                 * @description In the minor unit of the currency, such as cents.
                 * @example 15000
                 */
                amount: number;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
            } | null;
            /** @description Animals to be adopted together with this one: up to 10 others of the same account. */
            bondedWith?: Int64[] | null;
            /** @description Up to 5 https addresses of videos. */
            videos?: string[] | null;
            /**
             * @description The animal's id in another system. At most 255 characters.
             * @example A-1047
             */
            externalId?: string | null;
            /**
             * @description Number of the microchip.
             * @example 276098102345678
             */
            microchip?: string | null;
            /**
             * @description When the animal came to its shelter.
             * @example 2026-10-02
             */
            intakeDate?: string | null;
        };
        /** @description Profiles to replace. */
        ProfileBatch: {
            profiles: components["schemas"]["BatchedProfile"][];
            /**
             * @description Replaces all profiles or none. If any is not valid, the response is 400 and lists every issue.
             * @default false
             */
            atomic?: boolean;
        };
        /** @description The result for each profile of a batch. */
        ProfileBatchResults: {
            results: {
                /** @description 200, or the status of `error`. */
                status: number;
                profile?: components["schemas"]["Profile"];
                error?: components["schemas"]["Error"];
            }[];
        };
        /**
         * @description What happened to an animal. More may be added.
         * @enum {string}
         */
        HistoryAction: "added" | "changed" | "moved" | "transferred" | "profileChanged" | "published" | "unpublished" | "photoAdded" | "photoChanged" | "photoRemoved" | "photosOrdered" | "orderPlaced" | "orderMoved" | "orderChanged" | "orderUndone" | "applicationReceived" | "applicationMoved" | "applicationChanged";
        /** @description Something that happened to an animal. */
        HistoryEntry: {
            /**
             * Format: int64
             * @description Identifier of the entry.
             * @example 1
             */
            id: Int64;
            /**
             * Format: date-time
             * @description When it happened; of changes that are one entry, the last.
             */
            time: string;
            /** @description Who did it; absent where nobody knows any more. */
            actor?: {
                /**
                 * @description A person, an API key, the command line, or the service itself and applicants.
                 * @enum {string}
                 */
                type: "user" | "key" | "cli" | "system";
                /** @description The name of the user or the key at that time; absent where it is of another account. */
                name?: string;
            };
            action: components["schemas"]["HistoryAction"];
            /** @description The names of the fields that were changed, without what they hold. */
            fields?: string[];
            /** @description What the animal, the order or the application became. */
            status?: string;
            /**
             * Format: int64
             * @description The order that it is about.
             */
            orderId?: Int64;
            /**
             * Format: int64
             * @description The application that it is about.
             */
            applicationId?: Int64;
        };
        /** @description A photo of an animal, upright and without metadata. */
        Photo: {
            /**
             * Format: int64
             * @description Assigned by the store.
             */
            id: Int64;
            /**
             * Format: int64
             * @description The animal.
             */
            petId: Int64;
            /** @description What the photo shows, for people who do not see it. */
            alt?: string;
            /** @description The point to keep in view where the photo is cropped. */
            focus?: {
                /** @description From the left (0) to the right (1). */
                x: number;
                /** @description From the top (0) to the bottom (1). */
                y: number;
            };
            /** @description Width of the upright original, in pixels. */
            width: number;
            /** @description Height of the upright original, in pixels. */
            height: number;
            /** @description A thumbhash in Base64, to show while the photo loads. */
            placeholder: string;
            /** @description In widths of 320, 640, 1280 and 2048 pixels, never enlarged: a narrower photo has its own width instead. Each as WebP and JPEG. */
            variants: {
                /** @description In pixels. */
                width: number;
                /** @description In pixels. */
                height: number;
                /** @enum {string} */
                format: "webp" | "jpeg";
                /** @description Where everybody can read the file. It never changes. In events it is a path on this server. */
                url: string;
                /** @description Size of the file. */
                bytes: number;
            }[];
            /**
             * Format: date-time
             * @description When it was added (RFC 3339, UTC).
             */
            createdAt: string;
        };
        /** @description The photos of an animal. */
        PetPhotos: {
            /**
             * Format: int64
             * @description The animal.
             */
            petId: Int64;
            /** @description All of its photos, in order. */
            photos: components["schemas"]["Photo"][];
        };
        /** @description Changes to a photo (RFC 7396). */
        PhotoPatch: {
            /**
             * @description What the photo shows. At most 1,000 characters. `null` removes it.
             * @example Biscuit, a black dog, sits on the grass
             */
            alt?: string | null;
            /** @description The point to keep in view. `null` removes it. */
            focus?: {
                /** @description From the left (0) to the right (1). */
                x: number;
                /** @description From the top (0) to the bottom (1). */
                y: number;
            } | null;
        };
        /** @description The ids of all photos of an animal, each once. The first one is shown in lists. */
        PhotoOrder: Int64[];
        /** @description A published animal. */
        Listing: {
            /**
             * Format: int64
             * @description The animal.
             * @example 1
             */
            id: Int64;
            /** @description The name of the animal. */
            name: string;
            status: components["schemas"]["PetStatus"];
            /**
             * Format: int64
             * @description Identifier of its category.
             */
            categoryId: Int64;
            /** @description Age now; `null` where it is not known. */
            age: {
                /** @description Whole months since `birthDate`. */
                months: number | null;
                /**
                 * @description Under 1 year, under 3, under 8, and 8 years and over.
                 * @enum {string|null}
                 */
                band: "baby" | "young" | "adult" | "senior" | null;
            };
            /**
             * Format: int64
             * @description The animal.
             * @example 1
             */
            petId: Int64;
            /** @description Whether the animal is listed publicly. Requires `species`. */
            published: boolean;
            /**
             * Format: date-time
             * @description Since when it is published (RFC 3339, UTC); `null` for a draft.
             */
            publishedAt: string | null;
            /**
             * @description What kind of animal it is. Required to publish.
             * @enum {string|null}
             */
            species: "dog" | "cat" | "rabbit" | "smallFurry" | "bird" | "horse" | "reptile" | "fish" | "barnyard" | "other" | null;
            /** @description Breeds. */
            breeds: {
                /**
                 * @description The main breed. At most 100 characters.
                 * @example Labrador Retriever
                 */
                primary: string | null;
                /**
                 * @description Another breed. At most 100 characters.
                 * @example Border Collie
                 */
                secondary: string | null;
                /** @description Whether the animal is a mix. */
                mixed: boolean | null;
            };
            /**
             * @description Date of birth, exact or estimated.
             * @example 2024-05-17
             */
            birthDate: string | null;
            /** @description Whether `birthDate` is exact. */
            birthDateExact: boolean | null;
            /**
             * @description Sex.
             * @enum {string|null}
             */
            sex: "male" | "female" | null;
            /**
             * @description Size when fully grown.
             * @enum {string|null}
             */
            size: "small" | "medium" | "large" | "extraLarge" | null;
            /** @description Weight in grams. */
            weightGrams: number | null;
            /**
             * @description Length or kind of coat.
             * @enum {string|null}
             */
            coat: "hairless" | "short" | "medium" | "long" | "wire" | "curly" | null;
            /** @description Up to 3 colours, the main one first. */
            colors: string[] | null;
            /** @description Description in Markdown, stored exactly as sent. Render it without raw HTML. At most 10,000 characters. */
            description: string | null;
            /** @description Up to 20 tags. */
            tags: string[] | null;
            /** @description Whether the animal is house-trained. */
            houseTrained: boolean | null;
            /** @description Whether the animal is spayed or neutered. */
            spayedNeutered: boolean | null;
            /** @description Whether the animal is vaccinated. */
            vaccinated: boolean | null;
            /** @description Whether the animal is declawed. */
            declawed: boolean | null;
            /** @description What an adopter has to care for. At most 1,000 characters. */
            specialNeeds: string | null;
            /** @description Whom the animal gets on with. */
            goodWith: {
                /** @description Whether the animal is good with children. */
                children: boolean | null;
                /** @description Whether the animal is good with dogs. */
                dogs: boolean | null;
                /** @description Whether the animal is good with cats. */
                cats: boolean | null;
            };
            /** @description What the adopter pays. */
            fee: {
                /**
                 * @description In the minor unit of the currency, such as cents.
                 * @example 15000
                 */
                amount: number;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
            } | null;
            /** @description Animals to be adopted together with this one: up to 10 others of the same account. */
            bondedWith: Int64[] | null;
            /** @description Up to 5 https addresses of videos. */
            videos: string[] | null;
            /**
             * Format: date-time
             * @description When it last changed; `null` for one that was never written.
             */
            updatedAt: string | null;
            /** @description Photos, the first one first. */
            photos: components["schemas"]["Photo"][];
            /** @description Whose animal it is. */
            organization: {
                /**
                 * Format: int64
                 * @description Identifier of the organization.
                 */
                id: Int64;
                /** @description Its name; `null` if it has given no public details. */
                name: string | null;
                /** @description Its city. */
                city: string | null;
                /** @description Its country (ISO 3166-1). */
                country: string | null;
            };
            /** @description Where this listing is read. */
            url: string;
            /** @description Distance of its organization from `near`, if both places are known. */
            distanceKm?: number;
        };
        /** @description Number of listings that match, by value. What is not known is not counted. */
        ListingFacets: {
            /** @description Listings by species. */
            species: {
                [key: string]: number;
            };
            /** @description Listings by sex. */
            sex: {
                [key: string]: number;
            };
            /** @description Listings by size. */
            size: {
                [key: string]: number;
            };
            /** @description Listings by age band. */
            age: {
                [key: string]: number;
            };
            /** @description Listings of animals that are good with each. */
            goodWith: {
                [key: string]: number;
            };
        };
        /** @description The public details of an account. */
        Organization: {
            /**
             * Format: int64
             * @description Identifier of the account.
             * @example 1
             */
            id: Int64;
            /**
             * @description Public name.
             * @example Paws and Whiskers
             */
            name: string;
            /**
             * @description Public email address.
             * @example hello@paws.example
             */
            email?: string;
            /**
             * @description Public telephone number.
             * @example +49 30 5550100
             */
            phone?: string;
            /** @description Postal address. */
            address: {
                /**
                 * @description Street and number.
                 * @example Hauptstraße 5
                 */
                street?: string;
                /**
                 * @description City.
                 * @example Berlin
                 */
                city?: string;
                /**
                 * @description State or region.
                 * @example Berlin
                 */
                state?: string;
                /**
                 * @description Postcode.
                 * @example 10827
                 */
                postcode?: string;
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                country?: string;
            };
            /** @description Where its animals are (WGS 84). Distances are measured from here. */
            location?: {
                /**
                 * @description Latitude.
                 * @example 52.485
                 */
                lat: number;
                /**
                 * @description Longitude.
                 * @example 13.354
                 */
                lng: number;
            };
            /**
             * @description Website.
             * @example https://paws.example
             */
            website?: string;
            /** @description Adoption policy in Markdown, stored exactly as sent. At most 10,000 characters. */
            policy?: string;
        };
        /** @description The public details of an account. What is left out is removed. */
        NewOrganization: {
            /**
             * @description Public name.
             * @example Paws and Whiskers
             */
            name: string;
            /**
             * @description Public email address.
             * @example hello@paws.example
             */
            email?: string;
            /**
             * @description Public telephone number.
             * @example +49 30 5550100
             */
            phone?: string;
            /** @description Postal address. */
            address?: {
                /**
                 * @description Street and number.
                 * @example Hauptstraße 5
                 */
                street?: string;
                /**
                 * @description City.
                 * @example Berlin
                 */
                city?: string;
                /**
                 * @description State or region.
                 * @example Berlin
                 */
                state?: string;
                /**
                 * @description Postcode.
                 * @example 10827
                 */
                postcode?: string;
                /**
                 * @description ISO 3166-1 alpha-2 code.
                 * @example DE
                 */
                country?: string;
            };
            /** @description Where its animals are (WGS 84). Distances are measured from here. */
            location?: {
                /**
                 * @description Latitude.
                 * @example 52.485
                 */
                lat: number;
                /**
                 * @description Longitude.
                 * @example 13.354
                 */
                lng: number;
            };
            /**
             * @description Website.
             * @example https://paws.example
             */
            website?: string;
            /** @description Adoption policy in Markdown, stored exactly as sent. At most 10,000 characters. */
            policy?: string;
        };
        /** @description Number of animals by status. */
        PetCounts: {
            available: number;
            pending: number;
            sold: number;
        };
        /** @description A category of animals. */
        Category: {
            /**
             * Format: int64
             * @description The `categoryId` of its animals.
             * @example 7
             */
            id: Int64;
            /**
             * @description The name, stored exactly as sent. 1-255 characters; not blank; no control characters or unpaired surrogates.
             * @example Dogs
             */
            name?: string;
            petCounts: components["schemas"]["PetCounts"];
        };
        /** @description A name for a category. */
        NewCategory: {
            /**
             * @description The name, stored exactly as sent. 1-255 characters; not blank; no control characters or unpaired surrogates.
             * @example Dogs
             */
            name: string;
        };
        /** @description Changes to a category. */
        CategoryPatch: {
            /**
             * @description The name, stored exactly as sent. 1-255 characters; not blank; no control characters or unpaired surrogates.
             * @example Dogs
             */
            name?: string;
        };
        /**
         * @description Status of an order.
         * @enum {string}
         */
        OrderStatus: "placed" | "approved" | "delivered" | "returned" | "cancelled" | "expired";
        /** @description The person who adopts the animal. */
        Customer: {
            /**
             * @description Name of the customer.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * @description An e-mail address.
             * @example ada@example.org
             */
            email: string;
            /**
             * @description A telephone number.
             * @example +44 20 7946 0000
             */
            phone?: string;
        };
        /** @description An order to place. */
        NewOrder: {
            /**
             * Format: int64
             * @description The animal.
             * @example 1
             */
            petId: Int64;
            customer: components["schemas"]["Customer"];
            /** @description A note, at most 1,000 characters. */
            note?: string;
        };
        /** @description Changes to an order (RFC 7396). `null` removes a field. */
        OrderPatch: {
            status?: components["schemas"]["OrderStatus"];
            note?: string | null;
            fee?: {
                /**
                 * @description In the minor unit of the currency, such as cents.
                 * @example 15000
                 */
                amount: number;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
            } | null;
            returnReason?: string | null;
        };
        /** @description An order for an animal. `customer`, `note` and `returnReason` are absent once erased, and without `orders:read`. */
        Order: {
            /**
             * Format: int64
             * @example 1
             */
            id: Int64;
            /**
             * Format: int64
             * @description The animal.
             * @example 1
             */
            petId: Int64;
            status: components["schemas"]["OrderStatus"];
            /** @description The person who adopts the animal. */
            customer?: {
                /**
                 * @description Name of the customer.
                 * @example Ada Lovelace
                 */
                name: string;
                /**
                 * @description An e-mail address.
                 * @example ada@example.org
                 */
                email: string;
                /**
                 * @description A telephone number.
                 * @example +44 20 7946 0000
                 */
                phone?: string;
            };
            /** @description A note, at most 1,000 characters. */
            note?: string;
            /**
             * Format: int64
             * @description The application that it was placed for.
             */
            applicationId?: Int64;
            /** @description What the adopter pays. */
            fee?: {
                /**
                 * @description In the minor unit of the currency, such as cents.
                 * @example 15000
                 */
                amount: number;
                /**
                 * @description ISO 4217 code.
                 * @example EUR
                 */
                currency: string;
            };
            /** @description Why the animal came back, at most 1,000 characters. */
            returnReason?: string;
            /**
             * Format: date-time
             * @description When it expires, while it is placed.
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description When it was placed (RFC 3339, UTC).
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        /**
         * @description What is printed of an adoption: the contract, or the slip of a return.
         * @enum {string}
         */
        DocumentKind: "contract" | "returnSlip";
        /**
         * @description What a template may name in double braces, as `{{adopter.name}}`. `animal.name`: Name of the animal. `animal.number`: Its number. `animal.species`: What kind of animal it is. `animal.breed`: Its breed. `animal.sex`: Its sex. `animal.birthDate`: When it was born. `animal.colors`: Its colours. `animal.microchip`: The number of its microchip. `animal.neutered`: Whether it is spayed or neutered. `adopter.name`: Name of the adopter. `adopter.email`: Email address of the adopter. `adopter.phone`: Telephone number of the adopter. `organization.name`: Name of the organization. `organization.address`: Its address, in one line. `organization.email`: Its email address. `organization.phone`: Its telephone number. `organization.website`: Its website. `adoption.number`: Number of the adoption. `adoption.date`: The day it was handed over; until then, today. `fee`: What the adopter pays. `return.date`: The day it came back; until then, today. `return.reason`: Why it came back. `today`: The day of printing. `line`: A line to write on, as for a signature.
         * @enum {string}
         */
        Placeholder: "animal.name" | "animal.number" | "animal.species" | "animal.breed" | "animal.sex" | "animal.birthDate" | "animal.colors" | "animal.microchip" | "animal.neutered" | "adopter.name" | "adopter.email" | "adopter.phone" | "organization.name" | "organization.address" | "organization.email" | "organization.phone" | "organization.website" | "adoption.number" | "adoption.date" | "fee" | "return.date" | "return.reason" | "today" | "line";
        /** @description The words of a document. */
        NewDocumentTemplate: {
            /**
             * @description Heading of the document. It may have placeholders.
             * @example Adoption contract
             */
            title: string;
            /**
             * @description Markdown with placeholders such as `{{adopter.name}}`. At most 10,000 characters and 100 placeholders.
             * @example {{adopter.name}} takes **{{animal.name}}** home.
             */
            text: string;
        };
        /** @description The templates of an account. One that is left out is the default again. */
        NewDocumentTemplates: {
            contract?: components["schemas"]["NewDocumentTemplate"];
            returnSlip?: components["schemas"]["NewDocumentTemplate"];
        };
        /** @description The words of a document. */
        DocumentTemplate: {
            /** @description Heading of the document. */
            title: string;
            /** @description Markdown with placeholders. */
            text: string;
            /** @description Whether it is the one that every account has until it writes its own. */
            isDefault: boolean;
        };
        /** @description The templates of an account. */
        DocumentTemplates: {
            /**
             * Format: int64
             * @description Identifier of the account.
             * @example 1
             */
            accountId: Int64;
            contract: components["schemas"]["DocumentTemplate"];
            returnSlip: components["schemas"]["DocumentTemplate"];
            /** @description What a template may name. */
            placeholders: components["schemas"]["Placeholder"][];
        };
        /** @description A template to be looked at before it is saved. */
        TemplatePreview: {
            kind: components["schemas"]["DocumentKind"];
            /**
             * @description Heading of the document. It may have placeholders.
             * @example Adoption contract
             */
            title: string;
            /**
             * @description Markdown with placeholders such as `{{adopter.name}}`. At most 10,000 characters and 100 placeholders.
             * @example {{adopter.name}} takes **{{animal.name}}** home.
             */
            text: string;
        };
        /** @description A document, ready to be printed. */
        PrintedDocument: {
            kind: components["schemas"]["DocumentKind"];
            /** @description Heading, as plain text. */
            title: string;
            /** @description The document below its heading, as HTML that is safe to show: the template’s Markdown with escaped values. What is not known is a line to write on. */
            html: string;
        };
        /**
         * @description What is asked for. `text` and `longText`, `email`, `phone` and `date` (`2026-11-22`) are answered by a string, `choice` by one of the options, `choices` by a list of them, `yesNo` by a boolean, `number` by a number.
         * @enum {string}
         */
        QuestionKind: "text" | "longText" | "choice" | "choices" | "yesNo" | "number" | "date" | "email" | "phone";
        /** @description One question of a form. */
        Question: {
            /**
             * @description Names its answer. Keep it when only the wording changes.
             * @example home
             */
            id: string;
            /**
             * @description The question. At most 500 characters.
             * @example What is your home like?
             */
            label: string;
            kind: components["schemas"]["QuestionKind"];
            /** @description Whether it has to be answered. */
            required: boolean;
            /** @description Of `choice` and `choices`: what can be chosen. */
            options?: string[];
            /** @description Shown below the question. At most 1,000 characters. */
            help?: string;
        };
        /** @description A question to ask. */
        NewQuestion: {
            /**
             * @description Names its answer. Keep it when only the wording changes.
             * @example home
             */
            id: string;
            /**
             * @description The question. At most 500 characters.
             * @example What is your home like?
             */
            label: string;
            kind: components["schemas"]["QuestionKind"];
            /**
             * @description Whether it has to be answered.
             * @default false
             */
            required?: boolean;
            /** @description Of `choice` and `choices`: what can be chosen. */
            options?: string[];
            /** @description Shown below the question. At most 1,000 characters. */
            help?: string;
        };
        /** @description A form: beyond these questions, each form asks who applies. */
        NewForm: {
            /**
             * @description What the form is called.
             * @example Dogs
             */
            name?: string;
            /** @description The questions, in the order in which they are asked. */
            questions: components["schemas"]["NewQuestion"][];
        };
        /** @description What applicants are asked. */
        Form: {
            /**
             * Format: int64
             * @description Identifier of the form.
             * @example 1
             */
            id: Int64;
            /**
             * Format: int64
             * @description The account it belongs to; absent for one that serves every account.
             */
            accountId?: Int64;
            /**
             * @description What the form is called.
             * @example Dogs
             */
            name?: string;
            /**
             * @description Counts the changes. The last 100 versions are kept, and every one that somebody has applied with.
             * @example 1
             */
            version: number;
            questions: components["schemas"]["Question"][];
            /**
             * Format: date-time
             * @description When the form was created (RFC 3339, UTC).
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When this version was made.
             */
            updatedAt: string;
        };
        /**
         * @description Status of an application.
         * @enum {string}
         */
        ApplicationStatus: "submitted" | "inReview" | "meetAndGreet" | "homeVisit" | "referenceCheck" | "approved" | "declined" | "withdrawn";
        /** @description The person who applies. */
        Applicant: {
            /**
             * @description Name of the applicant.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * @description Email address.
             * @example ada@example.org
             */
            email: string;
            /**
             * @description Telephone number.
             * @example +44 20 7946 0000
             */
            phone?: string;
        };
        /**
         * @description The answers, each by the `id` of its question.
         * @example {}
         */
        Answers: {
            [key: string]: string | number | boolean | string[];
        };
        /** @description An application for an animal, or, without `petId`, for any. */
        NewApplication: {
            /**
             * Format: int64
             * @description The animal.
             * @example 1
             */
            petId?: Int64;
            /**
             * Format: int64
             * @description The form that is answered.
             * @example 1
             */
            formId: Int64;
            applicant: components["schemas"]["Applicant"];
            answers: components["schemas"]["Answers"];
        };
        /** @description An application that was received. */
        SubmittedApplication: {
            /**
             * Format: int64
             * @description Identifier of the application.
             * @example 1
             */
            id: Int64;
            status: components["schemas"]["ApplicationStatus"];
            /**
             * @description A secret link at which the applicant can follow and withdraw the application. Absent from a replay once the applicant is erased.
             * @example https://store.example.org/applications/hc9...
             */
            statusUrl?: string;
        };
        /** @description An application. `applicant`, `answers` and `note` are absent once erased, and without `applications:read`; `questions`, `answers` and `note` are not in lists. */
        Application: {
            /**
             * Format: int64
             * @description Identifier of the application.
             * @example 1
             */
            id: Int64;
            /**
             * Format: int64
             * @description The animal.
             * @example 1
             */
            petId?: Int64;
            /**
             * Format: int64
             * @description The form that is answered.
             * @example 1
             */
            formId: Int64;
            /**
             * @description The version of the form that was answered.
             * @example 1
             */
            formVersion: number;
            status: components["schemas"]["ApplicationStatus"];
            /** @description The person who applies. */
            applicant?: {
                /**
                 * @description Name of the applicant.
                 * @example Ada Lovelace
                 */
                name: string;
                /**
                 * @description Email address.
                 * @example ada@example.org
                 */
                email: string;
                /**
                 * @description Telephone number.
                 * @example +44 20 7946 0000
                 */
                phone?: string;
            };
            /** @description The questions as they were when they were answered. */
            questions?: components["schemas"]["Question"][];
            /**
             * @description The answers, each by the `id` of its question.
             * @example {}
             */
            answers?: {
                [key: string]: string | number | boolean | string[];
            };
            /** @description A note of the staff, at most 10,000 characters. */
            note?: string;
            /**
             * Format: int64
             * @description The user who takes care of it.
             * @example 1
             */
            assigneeId?: Int64;
            /**
             * Format: int64
             * @description The order that its approval placed.
             */
            orderId?: Int64;
            /**
             * Format: date-time
             * @description When it was sent (RFC 3339, UTC).
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When it was approved, declined or withdrawn.
             */
            closedAt?: string;
        };
        /** @description What became of an application, without anything that is known of the applicant. */
        ApplicationProgress: {
            /**
             * Format: int64
             * @description Identifier of the application.
             * @example 1
             */
            id: Int64;
            /**
             * Format: int64
             * @description The animal.
             * @example 1
             */
            petId?: Int64;
            /**
             * Format: int64
             * @description The form that is answered.
             * @example 1
             */
            formId: Int64;
            status: components["schemas"]["ApplicationStatus"];
            /**
             * Format: int64
             * @description The user who takes care of it.
             * @example 1
             */
            assigneeId?: Int64;
            /**
             * Format: int64
             * @description The order that its approval placed.
             */
            orderId?: Int64;
            /**
             * Format: date-time
             * @description When it was sent (RFC 3339, UTC).
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When it was approved, declined or withdrawn.
             */
            closedAt?: string;
        };
        /** @description Changes to an application (RFC 7396). `null` removes. */
        ApplicationPatch: {
            status?: components["schemas"]["ApplicationStatus"];
            /** @description The user who takes care of it. */
            assigneeId?: Int64 | null;
            note?: string | null;
        };
        /** @description How to approve. */
        Approval: {
            /**
             * @description Whether all other open applications for the animal are declined.
             * @default false
             */
            closeOthers?: boolean;
        };
        /** @description All that an account knows of one applicant, who is matched by email address. */
        ApplicantExport: {
            /**
             * Format: date-time
             * @description When it was exported (RFC 3339, UTC).
             */
            exportedAt: string;
            /** @description The person who applies. */
            applicant?: {
                /**
                 * @description Name of the applicant.
                 * @example Ada Lovelace
                 */
                name: string;
                /**
                 * @description Email address.
                 * @example ada@example.org
                 */
                email: string;
                /**
                 * @description Telephone number.
                 * @example +44 20 7946 0000
                 */
                phone?: string;
            };
            applications: components["schemas"]["Application"][];
            orders: components["schemas"]["Order"][];
            /** @description What was written to the person about these applications, for as long as it is kept. */
            mails: {
                /**
                 * Format: int64
                 * @description Identifier of the mail.
                 * @example 1
                 */
                id: Int64;
                /**
                 * @description What it is about: `invitation`, `passwordLink`, `passwordReset`, `signUp`, `applicationReceived`, `applicationChanged`, `newApplication`. More kinds may be added.
                 * @example invitation
                 */
                kind: string;
                status: components["schemas"]["MailStatus"];
                /**
                 * @description The subject. Absent where the text is made when the mail is sent.
                 * @example You are invited to Paws and Whiskers
                 */
                subject?: string;
                /**
                 * Format: date-time
                 * @description When it was written (RFC 3339, UTC).
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description When the mail server took it.
                 */
                sentAt?: string;
            }[];
            /** @description False where there are more than 200 applications, orders or mails, of which these are the newest. */
            isComplete: boolean;
        };
        /** @description Adoptions, returns and length of stay, by month and species. */
        AdoptionReport: {
            /**
             * Format: date
             * @description The first day.
             */
            from: string;
            /**
             * Format: date
             * @description The last day.
             */
            to: string;
            /** @description Of the whole period. */
            total: {
                /** @description Animals that found a home. */
                adoptions: number;
                /** @description Animals that came back, whenever they were adopted. */
                returns: number;
                /** @description How many days those that were adopted had waited for it. */
                stayDays: {
                    /** @description The median; `null` if no stay is known. */
                    median: number | null;
                    /** @description The mean; `null` if no stay is known. */
                    mean: number | null;
                    /** @description Of how many of the adoptions it is known. */
                    known: number;
                };
            };
            /** @description Each month of the period, also those without adoptions. */
            months: {
                /**
                 * @description The month, in UTC.
                 * @example 2026-01
                 */
                month: string;
                /** @description Animals that found a home. */
                adoptions: number;
                /** @description Animals that came back, whenever they were adopted. */
                returns: number;
                /** @description How many days those that were adopted had waited for it. */
                stayDays: {
                    /** @description The median; `null` if no stay is known. */
                    median: number | null;
                    /** @description The mean; `null` if no stay is known. */
                    mean: number | null;
                    /** @description Of how many of the adoptions it is known. */
                    known: number;
                };
            }[];
            /** @description Each species of which there was an adoption or a return. */
            species: {
                /**
                 * @description The species; `null` where it is not known.
                 * @enum {string|null}
                 */
                species: "dog" | "cat" | "rabbit" | "smallFurry" | "bird" | "horse" | "reptile" | "fish" | "barnyard" | "other" | null;
                /** @description Animals that found a home. */
                adoptions: number;
                /** @description Animals that came back, whenever they were adopted. */
                returns: number;
                /** @description How many days those that were adopted had waited for it. */
                stayDays: {
                    /** @description The median; `null` if no stay is known. */
                    median: number | null;
                    /** @description The mean; `null` if no stay is known. */
                    mean: number | null;
                    /** @description Of how many of the adoptions it is known. */
                    known: number;
                };
            }[];
            /** @description The same by month and species: what the CSV has. */
            rows: {
                /**
                 * @description The month, in UTC.
                 * @example 2026-01
                 */
                month: string;
                /**
                 * @description The species; `null` where it is not known.
                 * @enum {string|null}
                 */
                species: "dog" | "cat" | "rabbit" | "smallFurry" | "bird" | "horse" | "reptile" | "fish" | "barnyard" | "other" | null;
                /** @description Animals that found a home. */
                adoptions: number;
                /** @description Animals that came back, whenever they were adopted. */
                returns: number;
                /** @description How many days those that were adopted had waited for it. */
                stayDays: {
                    /** @description The median; `null` if no stay is known. */
                    median: number | null;
                    /** @description The mean; `null` if no stay is known. */
                    mean: number | null;
                    /** @description Of how many of the adoptions it is known. */
                    known: number;
                };
            }[];
        };
        /** @description A person who has applied or ordered, by email address: upper and lower case are the same. */
        Person: {
            /**
             * @description Identifies the person for as long as anything of them is kept. Opaque.
             * @example per_WnR4dmRhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rh
             */
            id: string;
            /**
             * @description Name in the newest application or order.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * @description Email address as it stands there.
             * @example ada@example.org
             */
            email: string;
            /**
             * @description Telephone number, if it has one.
             * @example +44 20 7946 0000
             */
            phone?: string;
            /**
             * @description Number of applications.
             * @example 2
             */
            applicationCount: number;
            /**
             * @description Number of orders.
             * @example 1
             */
            orderCount: number;
            /**
             * Format: date-time
             * @description When the first application was sent or order placed (RFC 3339, UTC).
             */
            firstSeenAt: string;
            /**
             * Format: date-time
             * @description When the last application was sent or order placed.
             */
            lastSeenAt: string;
        };
        /** @description A person with all applications and orders. */
        PersonDetails: {
            /**
             * @description Identifies the person for as long as anything of them is kept. Opaque.
             * @example per_WnR4dmRhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rhc2Rh
             */
            id: string;
            /**
             * @description Name in the newest application or order.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * @description Email address as it stands there.
             * @example ada@example.org
             */
            email: string;
            /**
             * @description Telephone number, if it has one.
             * @example +44 20 7946 0000
             */
            phone?: string;
            /**
             * @description Every name that the person has given, the newest first; 10 at most.
             * @example [
             *       "Ada Lovelace",
             *       "Ada Byron"
             *     ]
             */
            names: string[];
            /** @description Newest first; 200 at most. */
            applications: {
                /**
                 * Format: int64
                 * @description Identifier of the application.
                 * @example 1
                 */
                id: Int64;
                /**
                 * Format: int64
                 * @description The animal.
                 * @example 1
                 */
                petId?: Int64;
                /**
                 * @description The name of the animal; absent once it is removed, and without `pets:read`.
                 * @example Biscuit
                 */
                petName?: string;
                status: components["schemas"]["ApplicationStatus"];
                /**
                 * Format: date-time
                 * @description When it was sent.
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description When it last changed.
                 */
                updatedAt: string;
                /**
                 * Format: date-time
                 * @description When it was approved, declined or withdrawn.
                 */
                closedAt?: string;
            }[];
            /** @description Newest first; 200 at most. */
            orders: {
                /**
                 * Format: int64
                 * @description Identifier of the order.
                 * @example 1
                 */
                id: Int64;
                /**
                 * Format: int64
                 * @description The animal.
                 * @example 1
                 */
                petId: Int64;
                /**
                 * @description The name of the animal; absent once it is removed, and without `pets:read`.
                 * @example Biscuit
                 */
                petName?: string;
                status: components["schemas"]["OrderStatus"];
                /**
                 * Format: int64
                 * @description The application that it was placed for.
                 */
                applicationId?: Int64;
                /** @description What the adopter pays. */
                fee?: {
                    /**
                     * @description In the minor unit of the currency, such as cents.
                     * @example 15000
                     */
                    amount: number;
                    /**
                     * @description ISO 4217 code.
                     * @example EUR
                     */
                    currency: string;
                };
                /** @description Why the animal came back. */
                returnReason?: string;
                /**
                 * Format: date-time
                 * @description When it was placed.
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description When it last changed.
                 */
                updatedAt: string;
            }[];
            /** @description Whether these are all applications and orders. */
            isComplete: boolean;
            /**
             * Format: date-time
             * @description When the first application was sent or order placed (RFC 3339, UTC).
             */
            firstSeenAt: string;
            /**
             * Format: date-time
             * @description When the last application was sent or order placed.
             */
            lastSeenAt: string;
        };
        /** @description What was erased of a person. */
        ErasedPerson: {
            /** @description Number of applications whose applicant was erased. */
            applications: number;
            /** @description Number of orders whose customer was erased. */
            orders: number;
            /** @description Orders that you placed for the animals of other accounts, which alone can erase their customer; 200 at most. */
            remainingOrders: Int64[];
        };
        /** @description A URL that events are sent to. */
        Webhook: {
            /**
             * Format: int64
             * @description Identifier of the webhook.
             * @example 1
             */
            id: Int64;
            /**
             * @description Where events are sent: an `http` or `https` URL with a public address, without credentials or fragment.
             * @example https://shelter.example.org/hooks/adoptions
             */
            url: string;
            /** @description The event types to send. Order events require `orders:read`, those of applications `applications:read`. */
            types: ("pet.created" | "pet.updated" | "pet.deleted" | "pet.profileUpdated" | "pet.photosUpdated" | "listing.published" | "listing.unpublished" | "order.placed" | "order.updated" | "application.submitted" | "application.updated" | "category.updated" | "key.banned" | "webhook.disabled")[];
            /** @description Whether events are sent. A webhook that fails for 5 days is disabled. */
            enabled: boolean;
            /**
             * @description `working`; `failing`: it is enabled, and every attempt since `failingSince` has failed; `paused`: it is enabled, and nothing is sent, as its account is suspended, or the user or key it goes by may not manage webhooks now; `disabled`.
             * @enum {string}
             */
            health: "working" | "failing" | "paused" | "disabled";
            /**
             * Format: date-time
             * @description Since when every attempt has failed.
             */
            failingSince?: string;
            /**
             * Format: date-time
             * @description When it was disabled.
             */
            disabledAt?: string;
            /**
             * @description Why it is disabled: by a request, because it failed for 5 days, or because the key it went by has ended.
             * @enum {string}
             */
            disabledReason?: "requested" | "failing" | "keyEnded";
            /**
             * Format: date-time
             * @description When it was created (RFC 3339, UTC).
             */
            createdAt: string;
        };
        /** @description A webhook with its new secret. */
        WebhookWithSecret: {
            /**
             * Format: int64
             * @description Identifier of the webhook.
             * @example 1
             */
            id: Int64;
            /**
             * @description Where events are sent: an `http` or `https` URL with a public address, without credentials or fragment.
             * @example https://shelter.example.org/hooks/adoptions
             */
            url: string;
            /** @description The event types to send. Order events require `orders:read`, those of applications `applications:read`. */
            types: ("pet.created" | "pet.updated" | "pet.deleted" | "pet.profileUpdated" | "pet.photosUpdated" | "listing.published" | "listing.unpublished" | "order.placed" | "order.updated" | "application.submitted" | "application.updated" | "category.updated" | "key.banned" | "webhook.disabled")[];
            /** @description Whether events are sent. A webhook that fails for 5 days is disabled. */
            enabled: boolean;
            /**
             * @description `working`; `failing`: it is enabled, and every attempt since `failingSince` has failed; `paused`: it is enabled, and nothing is sent, as its account is suspended, or the user or key it goes by may not manage webhooks now; `disabled`.
             * @enum {string}
             */
            health: "working" | "failing" | "paused" | "disabled";
            /**
             * Format: date-time
             * @description Since when every attempt has failed.
             */
            failingSince?: string;
            /**
             * Format: date-time
             * @description When it was disabled.
             */
            disabledAt?: string;
            /**
             * @description Why it is disabled: by a request, because it failed for 5 days, or because the key it went by has ended.
             * @enum {string}
             */
            disabledReason?: "requested" | "failing" | "keyEnded";
            /**
             * Format: date-time
             * @description When it was created (RFC 3339, UTC).
             */
            createdAt: string;
            /**
             * @description What its deliveries are signed with (Standard Webhooks). Absent when the response is repeated for its `Idempotency-Key`.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
             */
            secret?: string;
        };
        /** @description A webhook to create. Without `types`, it receives all events that its key is allowed to read. */
        NewWebhook: {
            /**
             * @description Where events are sent: an `http` or `https` URL with a public address, without credentials or fragment.
             * @example https://shelter.example.org/hooks/adoptions
             */
            url: string;
            /** @description The event types to send. Order events require `orders:read`, those of applications `applications:read`. */
            types?: ("pet.created" | "pet.updated" | "pet.deleted" | "pet.profileUpdated" | "pet.photosUpdated" | "listing.published" | "listing.unpublished" | "order.placed" | "order.updated" | "application.submitted" | "application.updated" | "category.updated" | "key.banned" | "webhook.disabled")[];
        };
        /** @description Changes to a webhook (RFC 7396). */
        WebhookPatch: {
            /**
             * @description Where events are sent: an `http` or `https` URL with a public address, without credentials or fragment.
             * @example https://shelter.example.org/hooks/adoptions
             */
            url?: string;
            /** @description The event types to send. Order events require `orders:read`, those of applications `applications:read`. */
            types?: ("pet.created" | "pet.updated" | "pet.deleted" | "pet.profileUpdated" | "pet.photosUpdated" | "listing.published" | "listing.unpublished" | "order.placed" | "order.updated" | "application.submitted" | "application.updated" | "category.updated" | "key.banned" | "webhook.disabled")[];
            /** @description Whether events are sent. A webhook that fails for 5 days is disabled. */
            enabled?: boolean;
        };
        /** @description What became of a test event. */
        WebhookTest: {
            /** @description Whether the receiver responded with 2xx in time. */
            delivered: boolean;
            /**
             * @description The status code of the response; absent if there was none.
             * @example 200
             */
            statusCode?: number;
            /**
             * @description Why there was no response, human-readable; absent if there was one.
             * @example connect ECONNREFUSED 203.0.113.7:443
             */
            reason?: string;
        };
        /** @description The delivery of an event to a webhook. */
        Delivery: {
            /**
             * @description The `webhook-id` of every attempt: the same as `eventId`.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description The event, as in `GET /v1/events`.
             * @example evt_0000000000000000042
             */
            eventId: string;
            /**
             * @description The type of the event; absent once the event is not kept any more.
             * @example pet.created
             */
            type?: string;
            /**
             * @description Pending until it succeeds or fails permanently.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed";
            /**
             * @description Number of attempts.
             * @example 1
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was created (RFC 3339, UTC).
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the next attempt is due, while pending.
             */
            nextAttemptAt?: string;
            /**
             * Format: date-time
             * @description When the last attempt began.
             */
            lastAttemptAt?: string;
            /**
             * @description How long the last attempt took, in milliseconds.
             * @example 120
             */
            durationMs?: number;
            /** @description Status code of the last response, if there was one. */
            lastStatusCode?: number;
            /**
             * @description Why there was no response to the last attempt, human-readable.
             * @example connect ECONNREFUSED 203.0.113.7:443
             */
            lastError?: string;
        };
        /** @description A delivery with its payload and response. Both are absent for callers who may not read such an event (order events require `orders:read`), and once the event is not kept any more. What was erased from the event since it was sent is in neither. */
        DeliveryDetails: {
            /**
             * @description The `webhook-id` of every attempt: the same as `eventId`.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description The event, as in `GET /v1/events`.
             * @example evt_0000000000000000042
             */
            eventId: string;
            /**
             * @description The type of the event; absent once the event is not kept any more.
             * @example pet.created
             */
            type?: string;
            /**
             * @description Pending until it succeeds or fails permanently.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed";
            /**
             * @description Number of attempts.
             * @example 1
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was created (RFC 3339, UTC).
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the next attempt is due, while pending.
             */
            nextAttemptAt?: string;
            /**
             * Format: date-time
             * @description When the last attempt began.
             */
            lastAttemptAt?: string;
            /**
             * @description How long the last attempt took, in milliseconds.
             * @example 120
             */
            durationMs?: number;
            /** @description Status code of the last response, if there was one. */
            lastStatusCode?: number;
            /**
             * @description Why there was no response to the last attempt, human-readable.
             * @example connect ECONNREFUSED 203.0.113.7:443
             */
            lastError?: string;
            payload?: components["schemas"]["Event"];
            /**
             * @description The first 2 KB of the last response, as text: control characters are shown as `\x00`, and what is no UTF-8 as U+FFFD.
             * @example ok
             */
            responseBody?: string;
        };
        /** @description The rate limits of the caller's account. */
        RateLimit: {
            plan: components["schemas"]["Plan"];
            windows: {
                /** @description `minute` or `day`. */
                name: string;
                /** @description Requests allowed in the window. */
                limit: number;
                /** @description Requests left in it. */
                remaining: number;
                /**
                 * Format: date-time
                 * @description When it resets (RFC 3339).
                 */
                resetAt: string;
            }[];
            /** @description Present while this key is banned. */
            ban?: {
                /** Format: date-time */
                until: string;
            };
        };
        /** @description The caller, as identified by the API key or the session. */
        Me: {
            /**
             * @description What kind of caller this is. More kinds may be added.
             * @enum {string}
             */
            type: "key" | "user";
            /**
             * Format: int64
             * @description Identifier of the key or of the user.
             * @example 1
             */
            id: Int64;
            /**
             * @description What the key is for, or the name of the user.
             * @example Adoption site
             */
            name: string;
            kind?: components["schemas"]["KeyKind"];
            /** @description The email address of the user. */
            email?: string;
            role?: components["schemas"]["Role"];
            /** @description What the caller is allowed to do. */
            scopes: components["schemas"]["Scope"][];
            /** @description What the role of a user permits besides: to delete animals, to erase customers, to export. Absent of a key, which may do all that its scopes reach. */
            rights?: ("pets:delete" | "customers:erase" | "data:export" | "documents:write")[];
            /** @description The account the caller belongs to. Its keys and members share its limits. Absent for staff, who belong to none, and for a publishable key, which everybody can read. */
            account?: {
                /**
                 * Format: int64
                 * @example 1
                 */
                id: Int64;
                /**
                 * @description The name of the account.
                 * @example Paws and Whiskers
                 */
                name: string;
                plan: components["schemas"]["Plan"];
            };
            /**
             * @description The environment of this server.
             * @enum {string}
             */
            environment: "production" | "staging";
            /**
             * Format: date-time
             * @description When the key expires; absent if never.
             */
            expiresAt?: string;
        };
        /**
         * @description What a user may do. `viewer` reads animals and listings; `counselor` also changes animals and handles orders and applications; `manager` also deletes, erases and exports, names categories, writes the contract and manages webhooks; `admin` also manages users, keys and accounts.
         * @enum {string}
         */
        Role: "viewer" | "counselor" | "manager" | "admin";
        /** @description A user to invite. */
        NewUser: {
            /**
             * @description Email address: upper and lower case are the same.
             * @example alex@shelter.example.org
             */
            email: string;
            /**
             * @description The name of the person.
             * @example Alex Moreno
             */
            name: string;
            role: components["schemas"]["Role"];
            /**
             * Format: int64
             * @description Makes the user a member of this account. Left out, the user is staff; a member who invites somebody always invites them to the own account.
             */
            accountId?: Int64;
        };
        /** @description Changes to a user (RFC 7396). */
        UserPatch: {
            /**
             * @description The name of the person.
             * @example Alex Moreno
             */
            name?: string;
            role?: components["schemas"]["Role"];
            /** @description `true` ends all sessions at once and lets the user sign in no more. */
            disabled?: boolean;
        };
        /** @description A person who can sign in: one of the staff, or a member of one account. */
        User: {
            /**
             * Format: int64
             * @description Identifier of the user.
             * @example 1
             */
            id: Int64;
            /**
             * @description Email address.
             * @example alex@shelter.example.org
             */
            email: string;
            /**
             * @description The name of the person.
             * @example Alex Moreno
             */
            name: string;
            role: components["schemas"]["Role"];
            /**
             * Format: int64
             * @description The account that a member acts for; absent for staff of the store.
             * @example 1
             */
            accountId?: Int64;
            /**
             * Format: date-time
             * @description Since when the user is disabled.
             */
            disabledAt?: string;
            /**
             * Format: date-time
             * @description When the user last sent a request, to the minute.
             */
            lastSeenAt?: string;
            /**
             * Format: date-time
             * @description When the user was created (RFC 3339, UTC).
             */
            createdAt: string;
        };
        /** @description A new user. */
        InvitedUser: {
            /**
             * Format: int64
             * @description Identifier of the user.
             * @example 1
             */
            id: Int64;
            /**
             * @description Email address.
             * @example alex@shelter.example.org
             */
            email: string;
            /**
             * @description The name of the person.
             * @example Alex Moreno
             */
            name: string;
            role: components["schemas"]["Role"];
            /**
             * Format: int64
             * @description The account that a member acts for; absent for staff of the store.
             * @example 1
             */
            accountId?: Int64;
            /**
             * Format: date-time
             * @description Since when the user is disabled.
             */
            disabledAt?: string;
            /**
             * Format: date-time
             * @description When the user last sent a request, to the minute.
             */
            lastSeenAt?: string;
            /**
             * Format: date-time
             * @description When the user was created (RFC 3339, UTC).
             */
            createdAt: string;
            /**
             * @description Where the user sets a password; valid for 7 days, once. Shown only once. Absent if the response is a replay (`Idempotent-Replayed`).
             * @example https://store.example.org/console/password#aas_link_...
             */
            link?: string;
        };
        /** @description A link to set a password. */
        PasswordLink: {
            /** @description Where the user sets a new password; valid for 7 days, once. Shown only once. */
            link?: string;
        };
        /** @description A sign-in of a user on one device. */
        Session: {
            /**
             * Format: int64
             * @description Identifier of the session; not a secret.
             * @example 1
             */
            id: Int64;
            /**
             * Format: int64
             * @description The user who is signed in.
             * @example 1
             */
            userId: Int64;
            /** @description Whether this very request was sent by it. */
            isCurrent: boolean;
            /**
             * @description The IP address of the sign-in.
             * @example 203.0.113.7
             */
            address?: string;
            /** @description The browser of the sign-in, as it names itself. */
            userAgent?: string;
            /**
             * Format: date-time
             * @description When the user signed in.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last used.
             */
            lastSeenAt: string;
            /**
             * Format: date-time
             * @description When it ends if it is not used.
             */
            expiresAt: string;
        };
        /**
         * @description A plan, which sets the limits of an account.
         * @enum {string}
         */
        Plan: "free" | "pro" | "business" | "enterprise";
        /** @description An account to create. */
        NewAccount: {
            /**
             * @description The name of the account.
             * @example Paws and Whiskers
             */
            name: string;
            plan: components["schemas"]["Plan"];
            /** @description Its own limit, for `enterprise` only. Set `perMinute` and `perDay` together. */
            perMinute?: number;
            /** @description Its own limit, for `enterprise` only. Set `perMinute` and `perDay` together. */
            perDay?: number;
        };
        /** @description Changes to an account (RFC 7396). */
        AccountPatch: {
            /**
             * @description The name of the account.
             * @example Paws and Whiskers
             */
            name?: string;
            plan?: components["schemas"]["Plan"];
            /** @description Its own limit, for `enterprise` only. Set `perMinute` and `perDay` together. `null` removes it. */
            perMinute?: number | null;
            /** @description Its own limit, for `enterprise` only. Set `perMinute` and `perDay` together. `null` removes it. */
            perDay?: number | null;
            /** @description `true` stops all its keys (403 `account_suspended`), webhooks and streams, and hides its listings; `false` resumes them. */
            suspended?: boolean;
        };
        /** @description An API customer. All keys of the account share its plan and limits. */
        Account: {
            /**
             * Format: int64
             * @example 1
             */
            id: Int64;
            /**
             * @description The name of the account.
             * @example Paws and Whiskers
             */
            name: string;
            plan: components["schemas"]["Plan"];
            /** @description Requests per minute. */
            perMinute: number;
            /** @description Requests per day. */
            perDay: number;
            /** @description Whether its keys, webhooks and streams are stopped. */
            suspended: boolean;
            /**
             * Format: date-time
             * @description When it was suspended; absent if it is not.
             */
            suspendedAt?: string;
            /**
             * Format: date-time
             * @description When it was created (RFC 3339, UTC).
             */
            createdAt: string;
        };
        /**
         * @description A permission of a key.
         * @enum {string}
         */
        Scope: "pets:read" | "pets:write" | "listings:read" | "orders:read" | "orders:write" | "categories:write" | "webhooks:manage" | "applications:create" | "applications:read" | "applications:write" | "admin";
        /**
         * @description A `secret` key is for servers. A `publishable` key may stand in a web page: it reads listings and sends in applications, and nothing else.
         * @enum {string}
         */
        KeyKind: "secret" | "publishable";
        /** @description A key to create. */
        NewApiKey: {
            /**
             * @description What the key is for.
             * @example Adoption site
             */
            name: string;
            /** @default secret */
            kind?: components["schemas"]["KeyKind"];
            /** @description What it may do; when left out: `pets:read` `pets:write` `listings:read` `orders:read` `orders:write` `webhooks:manage`. A publishable key may have `listings:read` `applications:create` only, and has both when this is left out. */
            scopes?: components["schemas"]["Scope"][];
            /**
             * @description For a publishable key: the origins of the pages that may use it, each exact, such as `https://www.example.org`. Without any, no page may use it, only programs that send no `Origin`.
             * @example [
             *       "https://www.example.org"
             *     ]
             */
            allowedOrigins?: string[];
            /** @description Requests per minute, at most the account's limit. A leaked key then cannot use up the account's whole quota. */
            perMinute?: number;
            /** @description Requests per day, at most the account's limit. A leaked key then cannot use up the account's whole quota. */
            perDay?: number;
            /**
             * Format: date-time
             * @description When it expires (RFC 3339). Never if omitted.
             */
            expiresAt?: string;
        };
        /** @description How to rotate a key. */
        Rotation: {
            /**
             * @description How long the old key keeps working.
             * @default 0
             */
            graceSeconds?: number;
        };
        /** @description An API key, without the key itself, of which only a hash is stored. */
        ApiKey: {
            /**
             * Format: int64
             * @description Identifier of the key; not a secret.
             * @example 1
             */
            id: Int64;
            /**
             * Format: int64
             * @description The account it belongs to.
             * @example 1
             */
            accountId: Int64;
            /**
             * @description What the key is for.
             * @example Adoption site
             */
            name: string;
            /**
             * @description The first 13 and the last 4 characters of the key.
             * @example aas_live_4fZk...x2Qa
             */
            display: string;
            kind: components["schemas"]["KeyKind"];
            scopes: components["schemas"]["Scope"][];
            /**
             * @description Of a publishable key: the origins of the pages that may use it.
             * @example [
             *       "https://www.example.org"
             *     ]
             */
            allowedOrigins?: string[];
            /** @description Requests per minute; absent if only the limit of the account applies. */
            perMinute?: number;
            /** @description Requests per day; absent if only the limit of the account applies. */
            perDay?: number;
            /**
             * @description Whether it works, and if not, why: `active`; `rotated` has a successor and works until `expiresAt`; `banned` is refused until `bannedUntil`; `suspended` is its account; `expired`; `revoked`. Of several that apply, the last of these.
             * @enum {string}
             */
            state: "active" | "rotated" | "banned" | "suspended" | "expired" | "revoked";
            /**
             * Format: date-time
             * @description When its ban ends, while there is one.
             */
            bannedUntil?: string;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description When another key took its place.
             */
            rotatedAt?: string;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            revokedAt?: string;
            /**
             * Format: date-time
             * @description When it was last used, to the minute.
             */
            lastUsedAt?: string;
            /**
             * Format: date-time
             * @description When it was created (RFC 3339, UTC).
             */
            createdAt: string;
        };
        /** @description A new API key. */
        IssuedApiKey: {
            /**
             * Format: int64
             * @description Identifier of the key; not a secret.
             * @example 1
             */
            id: Int64;
            /**
             * Format: int64
             * @description The account it belongs to.
             * @example 1
             */
            accountId: Int64;
            /**
             * @description What the key is for.
             * @example Adoption site
             */
            name: string;
            /**
             * @description The first 13 and the last 4 characters of the key.
             * @example aas_live_4fZk...x2Qa
             */
            display: string;
            kind: components["schemas"]["KeyKind"];
            scopes: components["schemas"]["Scope"][];
            /**
             * @description Of a publishable key: the origins of the pages that may use it.
             * @example [
             *       "https://www.example.org"
             *     ]
             */
            allowedOrigins?: string[];
            /** @description Requests per minute; absent if only the limit of the account applies. */
            perMinute?: number;
            /** @description Requests per day; absent if only the limit of the account applies. */
            perDay?: number;
            /**
             * @description Whether it works, and if not, why: `active`; `rotated` has a successor and works until `expiresAt`; `banned` is refused until `bannedUntil`; `suspended` is its account; `expired`; `revoked`. Of several that apply, the last of these.
             * @enum {string}
             */
            state: "active" | "rotated" | "banned" | "suspended" | "expired" | "revoked";
            /**
             * Format: date-time
             * @description When its ban ends, while there is one.
             */
            bannedUntil?: string;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description When another key took its place.
             */
            rotatedAt?: string;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            revokedAt?: string;
            /**
             * Format: date-time
             * @description When it was last used, to the minute.
             */
            lastUsedAt?: string;
            /**
             * Format: date-time
             * @description When it was created (RFC 3339, UTC).
             */
            createdAt: string;
            /** @description The key itself, shown only once. Absent if the response is a replay (`Idempotent-Replayed`). */
            key?: string;
        };
        /** @description A temporary ban of a key that kept sending requests after 429. */
        Ban: {
            /**
             * Format: int64
             * @description The key that is refused.
             * @example 1
             */
            keyId: Int64;
            /**
             * Format: int64
             * @description Its account, whose other keys go on.
             * @example 1
             */
            accountId: Int64;
            /**
             * Format: date-time
             * @description When it ends (RFC 3339, UTC).
             */
            until: string;
            /** @description How many bans in a row, each twice as long as the one before. */
            level: number;
        };
        /** @description A ban, with the names of its key and account. */
        ListedBan: {
            /**
             * Format: int64
             * @description The key that is refused.
             * @example 1
             */
            keyId: Int64;
            /**
             * Format: int64
             * @description Its account, whose other keys go on.
             * @example 1
             */
            accountId: Int64;
            /**
             * Format: date-time
             * @description When it ends (RFC 3339, UTC).
             */
            until: string;
            /** @description How many bans in a row, each twice as long as the one before. */
            level: number;
            /**
             * @description What the key is for.
             * @example Adoption site
             */
            keyName: string;
            /**
             * @description The first 13 and the last 4 characters of the key.
             * @example aas_live_4fZk...x2Qa
             */
            keyDisplay: string;
            /**
             * @description The name of the account.
             * @example Paws and Whiskers
             */
            accountName: string;
        };
        /** @description Requests of an account on one day. */
        UsageDay: {
            /**
             * Format: date
             * @description The day, in UTC.
             * @example 2026-11-20
             */
            date: string;
            /** @description Requests counted against its limits, whatever the response. A batch of n animals counts as n/10. */
            requests: number;
            /** @description Requests rejected with 429, not included in `requests`. */
            refused: number;
        };
        /**
         * @description `pending` until the mail server takes it or refuses it for good; `manual` is to be sent by hand, as there was no mail server (`SMTP_URL`) when it was written; `skipped` had nobody to go to, such as a password reset for an address that no user has.
         * @enum {string}
         */
        MailStatus: "pending" | "sent" | "failed" | "manual" | "skipped";
        /** @description An email, and what became of it. */
        Mail: {
            /**
             * Format: int64
             * @description Identifier of the mail.
             * @example 1
             */
            id: Int64;
            /**
             * @description What it is about: `invitation`, `passwordLink`, `passwordReset`, `signUp`, `applicationReceived`, `applicationChanged`, `newApplication`. More kinds may be added.
             * @example invitation
             */
            kind: string;
            status: components["schemas"]["MailStatus"];
            /** @description Who it is for. */
            to: {
                /**
                 * @description The email address.
                 * @example alex@shelter.example.org
                 */
                address: string;
                /**
                 * @description The name of the person.
                 * @example Alex Moreno
                 */
                name?: string;
            };
            /**
             * @description The subject. Absent where the text is made when the mail is sent.
             * @example You are invited to Paws and Whiskers
             */
            subject?: string;
            /**
             * Format: int64
             * @description The account it is sent for; absent for the store itself.
             */
            accountId?: Int64;
            /**
             * @description How often the mail server was given it. Absence of the server does not count.
             * @example 1
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When the next attempt is due, while pending.
             */
            nextAttemptAt?: string;
            /**
             * @description Why the last attempt failed: what the mail server said, or that it was away.
             * @example 550 No such user here
             */
            error?: string;
            /**
             * Format: date-time
             * @description When it was written (RFC 3339, UTC).
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the mail server took it.
             */
            sentAt?: string;
        };
        /** @description An email with its text. */
        MailWithText: {
            /**
             * Format: int64
             * @description Identifier of the mail.
             * @example 1
             */
            id: Int64;
            /**
             * @description What it is about: `invitation`, `passwordLink`, `passwordReset`, `signUp`, `applicationReceived`, `applicationChanged`, `newApplication`. More kinds may be added.
             * @example invitation
             */
            kind: string;
            status: components["schemas"]["MailStatus"];
            /** @description Who it is for. */
            to: {
                /**
                 * @description The email address.
                 * @example alex@shelter.example.org
                 */
                address: string;
                /**
                 * @description The name of the person.
                 * @example Alex Moreno
                 */
                name?: string;
            };
            /**
             * @description The subject. Absent where the text is made when the mail is sent.
             * @example You are invited to Paws and Whiskers
             */
            subject?: string;
            /**
             * Format: int64
             * @description The account it is sent for; absent for the store itself.
             */
            accountId?: Int64;
            /**
             * @description How often the mail server was given it. Absence of the server does not count.
             * @example 1
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When the next attempt is due, while pending.
             */
            nextAttemptAt?: string;
            /**
             * @description Why the last attempt failed: what the mail server said, or that it was away.
             * @example 550 No such user here
             */
            error?: string;
            /**
             * Format: date-time
             * @description When it was written (RFC 3339, UTC).
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the mail server took it.
             */
            sentAt?: string;
            /** @description The text, to be copied and sent by hand. Absent once it is not kept any more: a text with a secret link is removed when the mail is sent, or when the link expires. */
            text?: string;
        };
        /** @description What becomes of an email. */
        MailState: {
            /**
             * Format: int64
             * @description Identifier of the mail.
             * @example 1
             */
            id: Int64;
            status: components["schemas"]["MailStatus"];
            /**
             * @description How often the mail server was given it. Absence of the server does not count.
             * @example 1
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When the next attempt is due, while pending.
             */
            nextAttemptAt?: string;
        };
        /** @description One entry of the audit log: who did what to what, and when. */
        AuditEntry: {
            /**
             * Format: int64
             * @description Its place in the log: entries are numbered without gaps.
             */
            id: Int64;
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             */
            time: string;
            /** @description Who did it. */
            actor: {
                /**
                 * @description A person, an API key, the command line, or the service itself (expiry, bans).
                 * @enum {string}
                 */
                type: "user" | "key" | "cli" | "system";
                /**
                 * Format: int64
                 * @description The id of the user or the key.
                 */
                id?: Int64;
                /** @description The name of the user or the key; on the command line, of the account of the operating system; of the service, the task. */
                name?: string;
            };
            /** @description What was done, as `pet.update`. */
            action: string;
            /** @description What it was done to. */
            target: {
                /** @description What kind of thing it was done to, as `pet`. */
                type: string;
                /**
                 * Format: int64
                 * @description Which one.
                 */
                id?: Int64;
            };
            /** @description The names of the fields that were changed. Their values are not recorded. */
            fields?: string[];
            /** @description The `X-Request-Id` of the request. */
            requestId?: string;
            /** @description The IP address of the client. */
            address?: string;
        };
        /** @description An animal was added. */
        PetCreatedEvent: {
            /**
             * @description Opaque. Later events have greater ids, compared as strings.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pet.created";
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             * @example 2026-11-20T09:30:00.000Z
             */
            time: string;
            data: components["schemas"]["Pet"];
        };
        /** @description An animal was changed. */
        PetUpdatedEvent: {
            /**
             * @description Opaque. Later events have greater ids, compared as strings.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pet.updated";
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             * @example 2026-11-20T09:30:00.000Z
             */
            time: string;
            data: components["schemas"]["Pet"];
        };
        /** @description An animal was removed. */
        PetDeletedEvent: {
            /**
             * @description Opaque. Later events have greater ids, compared as strings.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pet.deleted";
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             * @example 2026-11-20T09:30:00.000Z
             */
            time: string;
            data: {
                /**
                 * Format: int64
                 * @description The animal that was removed.
                 */
                id: Int64;
            };
        };
        /** @description The profile of an animal was changed. */
        PetProfileUpdatedEvent: {
            /**
             * @description Opaque. Later events have greater ids, compared as strings.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pet.profileUpdated";
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             * @example 2026-11-20T09:30:00.000Z
             */
            time: string;
            data: components["schemas"]["PublicProfile"];
        };
        /** @description The photos of an animal were changed. */
        PetPhotosUpdatedEvent: {
            /**
             * @description Opaque. Later events have greater ids, compared as strings.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pet.photosUpdated";
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             * @example 2026-11-20T09:30:00.000Z
             */
            time: string;
            data: components["schemas"]["PetPhotos"];
        };
        /** @description The profile of an animal was published. */
        ListingPublishedEvent: {
            /**
             * @description Opaque. Later events have greater ids, compared as strings.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "listing.published";
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             * @example 2026-11-20T09:30:00.000Z
             */
            time: string;
            data: components["schemas"]["PublicProfile"];
        };
        /** @description A published profile became a draft, or its animal was removed. */
        ListingUnpublishedEvent: {
            /**
             * @description Opaque. Later events have greater ids, compared as strings.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "listing.unpublished";
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             * @example 2026-11-20T09:30:00.000Z
             */
            time: string;
            data: {
                /**
                 * Format: int64
                 * @description The animal that is no longer listed.
                 */
                petId: Int64;
            };
        };
        /** @description An order was placed. */
        OrderPlacedEvent: {
            /**
             * @description Opaque. Later events have greater ids, compared as strings.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "order.placed";
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             * @example 2026-11-20T09:30:00.000Z
             */
            time: string;
            data: components["schemas"]["Order"];
        };
        /** @description An order was changed. */
        OrderUpdatedEvent: {
            /**
             * @description Opaque. Later events have greater ids, compared as strings.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "order.updated";
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             * @example 2026-11-20T09:30:00.000Z
             */
            time: string;
            data: components["schemas"]["Order"];
        };
        /** @description An application was sent. */
        ApplicationSubmittedEvent: {
            /**
             * @description Opaque. Later events have greater ids, compared as strings.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "application.submitted";
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             * @example 2026-11-20T09:30:00.000Z
             */
            time: string;
            data: components["schemas"]["ApplicationProgress"];
        };
        /** @description An application was changed. */
        ApplicationUpdatedEvent: {
            /**
             * @description Opaque. Later events have greater ids, compared as strings.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "application.updated";
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             * @example 2026-11-20T09:30:00.000Z
             */
            time: string;
            data: components["schemas"]["ApplicationProgress"];
        };
        /** @description The name of a category changed. */
        CategoryUpdatedEvent: {
            /**
             * @description Opaque. Later events have greater ids, compared as strings.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "category.updated";
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             * @example 2026-11-20T09:30:00.000Z
             */
            time: string;
            data: {
                /**
                 * Format: int64
                 * @description The `categoryId` of its animals.
                 */
                id: Int64;
                /** @description Its name; absent when it has none any more. */
                name?: string;
                petCounts?: components["schemas"]["PetCounts"];
            };
        };
        /** @description A key was banned. */
        KeyBannedEvent: {
            /**
             * @description Opaque. Later events have greater ids, compared as strings.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "key.banned";
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             * @example 2026-11-20T09:30:00.000Z
             */
            time: string;
            data: components["schemas"]["Ban"];
        };
        /** @description A webhook was disabled. */
        WebhookDisabledEvent: {
            /**
             * @description Opaque. Later events have greater ids, compared as strings.
             * @example evt_0000000000000000042
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook.disabled";
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             * @example 2026-11-20T09:30:00.000Z
             */
            time: string;
            data: components["schemas"]["Webhook"];
        };
        /** @description A webhook was tested. */
        WebhookTestEvent: {
            /**
             * @description Opaque. Later events have greater ids, compared as strings.
             * @example test_pV2Zq0m8bXcJr3TnYw5sKg
             */
            id: string;
            /** @enum {string} */
            type: "webhook.test";
            /**
             * Format: date-time
             * @description When it happened (RFC 3339, UTC).
             * @example 2026-11-20T09:30:00.000Z
             */
            time: string;
            data: components["schemas"]["Webhook"];
        };
        /** @description One change. New types may be added; ignore those you do not know. */
        Event: components["schemas"]["PetCreatedEvent"] | components["schemas"]["PetUpdatedEvent"] | components["schemas"]["PetDeletedEvent"] | components["schemas"]["PetProfileUpdatedEvent"] | components["schemas"]["PetPhotosUpdatedEvent"] | components["schemas"]["ListingPublishedEvent"] | components["schemas"]["ListingUnpublishedEvent"] | components["schemas"]["OrderPlacedEvent"] | components["schemas"]["OrderUpdatedEvent"] | components["schemas"]["ApplicationSubmittedEvent"] | components["schemas"]["ApplicationUpdatedEvent"] | components["schemas"]["CategoryUpdatedEvent"] | components["schemas"]["KeyBannedEvent"] | components["schemas"]["WebhookDisabledEvent"];
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listPets: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Only animals with this status. */
                status?: components["schemas"]["PetStatus"];
                /** @description Where to continue: the `X-Next-Cursor` of the previous page. */
                cursor?: string;
                /** @description The `id` of the last item seen, in the place of `cursor`, for clients that see bodies only: what follows it in the order of the list is returned. A page with fewer items than `limit` is the last. */
                after?: Int64;
                /** @description Only animals with these ids, repeated (`id=1&id=2`) or separated by commas. */
                id?: Int64[];
                /** @description Only animals of this category. */
                categoryId?: Int64;
                /** @description Name starts with, ignoring case. */
                name?: string;
                /** @description Oldest (`id`) or newest (`-id`) first. */
                sort?: "id" | "-id";
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of animals. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pets"];
                };
            };
        };
    };
    createPet: {
        parameters: {
            query?: {
                /** @description The account that the animal belongs to. Left out, it is your own; of staff, the oldest one. Only staff and keys with `admin` may name another account. */
                accountId?: Int64;
            };
            header?: {
                /** @description Makes retries safe: the request takes effect once. 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Biscuit",
                 *       "categoryId": 7
                 *     }
                 */
                "application/json": components["schemas"]["NewPet"];
            };
        };
        responses: {
            /** @description The new animal, with its id. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pet"];
                };
            };
        };
    };
    getPet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the animal. */
                petId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The animal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pet"];
                };
            };
        };
    };
    deletePet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the animal. */
                petId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updatePet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the animal. */
                petId: Int64;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Biscuit the Second"
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["PetPatch"];
                /**
                 * @example {
                 *       "name": "Biscuit the Second"
                 *     }
                 */
                "application/json": components["schemas"]["PetPatch"];
            };
        };
        responses: {
            /** @description The updated animal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pet"];
                };
            };
        };
    };
    createPets: {
        parameters: {
            query?: {
                /** @description The account that the animal belongs to. Left out, it is your own; of staff, the oldest one. Only staff and keys with `admin` may name another account. */
                accountId?: Int64;
            };
            header?: {
                /** @description Makes retries safe: the request takes effect once. 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "pets": [
                 *         {
                 *           "name": "Biscuit",
                 *           "categoryId": 7
                 *         },
                 *         {
                 *           "name": "Pepper",
                 *           "categoryId": 7
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PetBatch"];
            };
        };
        responses: {
            /** @description The result for each animal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PetBatchResults"];
                };
            };
        };
    };
    listAnimals: {
        parameters: {
            query?: {
                /** @description Only animals that have each of these words in any part of their name, ignoring case, accents and punctuation; or that have this id. */
                q?: string;
                /** @description Only animals with one of these statuses. Several are repeated or separated by commas. */
                status?: components["schemas"]["PetStatus"][];
                /** @description Only animals whose profile is published, or only the others. */
                published?: "true" | "false";
                /** @description Only animals that have a photo, or only the others. */
                hasPhoto?: "true" | "false";
                /** @description Only these species. Several are repeated or separated by commas. */
                species?: ("dog" | "cat" | "rabbit" | "smallFurry" | "bird" | "horse" | "reptile" | "fish" | "barnyard" | "other")[];
                /** @description Only these breeds, ignoring case and accents. Several are repeated or separated by commas. */
                breed?: string[];
                /** @description Only of this sex. Several are repeated or separated by commas. */
                sex?: ("male" | "female")[];
                /** @description Only of these sizes. Several are repeated or separated by commas. */
                size?: ("small" | "medium" | "large" | "extraLarge")[];
                /** @description Only of these ages: under 1 year, under 3, under 8, older. Several are repeated or separated by commas. */
                age?: ("baby" | "young" | "adult" | "senior")[];
                /** @description Only animals that are known to be good with all of these. Several are repeated or separated by commas. */
                goodWith?: ("children" | "dogs" | "cats")[];
                /** @description Only with one of these tags, ignoring case and accents. Several are repeated or separated by commas. */
                tag?: string[];
                /** @description Only animals of this category. */
                categoryId?: Int64;
                /** @description Only animals that have waited for a home for more than so many days. */
                waitingOver?: number;
                /** @description Only animals of this account. Only staff and keys with `admin` may name another one than their own. */
                accountId?: Int64;
                /** @description By name, by how long they have waited (`-waiting`: longest first; those that are adopted are last in both), by id, or by their last change (`-updated`: latest first). */
                sort?: "name" | "-name" | "waiting" | "-waiting" | "id" | "-id" | "updated" | "-updated";
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description How many animals of the list to skip: any part of it can be read at once. */
                offset?: number;
            };
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Part of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Animal"][];
                };
            };
        };
    };
    countAnimals: {
        parameters: {
            query?: {
                /** @description Only animals that have each of these words in any part of their name, ignoring case, accents and punctuation; or that have this id. */
                q?: string;
                /** @description Only animals with one of these statuses. Several are repeated or separated by commas. */
                status?: components["schemas"]["PetStatus"][];
                /** @description Only animals whose profile is published, or only the others. */
                published?: "true" | "false";
                /** @description Only animals that have a photo, or only the others. */
                hasPhoto?: "true" | "false";
                /** @description Only these species. Several are repeated or separated by commas. */
                species?: ("dog" | "cat" | "rabbit" | "smallFurry" | "bird" | "horse" | "reptile" | "fish" | "barnyard" | "other")[];
                /** @description Only these breeds, ignoring case and accents. Several are repeated or separated by commas. */
                breed?: string[];
                /** @description Only of this sex. Several are repeated or separated by commas. */
                sex?: ("male" | "female")[];
                /** @description Only of these sizes. Several are repeated or separated by commas. */
                size?: ("small" | "medium" | "large" | "extraLarge")[];
                /** @description Only of these ages: under 1 year, under 3, under 8, older. Several are repeated or separated by commas. */
                age?: ("baby" | "young" | "adult" | "senior")[];
                /** @description Only animals that are known to be good with all of these. Several are repeated or separated by commas. */
                goodWith?: ("children" | "dogs" | "cats")[];
                /** @description Only with one of these tags, ignoring case and accents. Several are repeated or separated by commas. */
                tag?: string[];
                /** @description Only animals of this category. */
                categoryId?: Int64;
                /** @description Only animals that have waited for a home for more than so many days. */
                waitingOver?: number;
                /** @description Only animals of this account. Only staff and keys with `admin` may name another one than their own. */
                accountId?: Int64;
            };
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnimalCounts"];
                };
            };
        };
    };
    listAnimalFacets: {
        parameters: {
            query?: {
                /** @description Only animals that have each of these words in any part of their name, ignoring case, accents and punctuation; or that have this id. */
                q?: string;
                /** @description Only animals with one of these statuses. Several are repeated or separated by commas. */
                status?: components["schemas"]["PetStatus"][];
                /** @description Only animals whose profile is published, or only the others. */
                published?: "true" | "false";
                /** @description Only animals that have a photo, or only the others. */
                hasPhoto?: "true" | "false";
                /** @description Only these species. Several are repeated or separated by commas. */
                species?: ("dog" | "cat" | "rabbit" | "smallFurry" | "bird" | "horse" | "reptile" | "fish" | "barnyard" | "other")[];
                /** @description Only these breeds, ignoring case and accents. Several are repeated or separated by commas. */
                breed?: string[];
                /** @description Only of this sex. Several are repeated or separated by commas. */
                sex?: ("male" | "female")[];
                /** @description Only of these sizes. Several are repeated or separated by commas. */
                size?: ("small" | "medium" | "large" | "extraLarge")[];
                /** @description Only of these ages: under 1 year, under 3, under 8, older. Several are repeated or separated by commas. */
                age?: ("baby" | "young" | "adult" | "senior")[];
                /** @description Only animals that are known to be good with all of these. Several are repeated or separated by commas. */
                goodWith?: ("children" | "dogs" | "cats")[];
                /** @description Only with one of these tags, ignoring case and accents. Several are repeated or separated by commas. */
                tag?: string[];
                /** @description Only animals of this category. */
                categoryId?: Int64;
                /** @description Only animals that have waited for a home for more than so many days. */
                waitingOver?: number;
                /** @description Only animals of this account. Only staff and keys with `admin` may name another one than their own. */
                accountId?: Int64;
            };
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnimalFacets"];
                };
            };
        };
    };
    getProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the animal. */
                petId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
        };
    };
    putProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the animal. */
                petId: Int64;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "published": true,
                 *       "species": "dog",
                 *       "sex": "female",
                 *       "goodWith": {
                 *         "children": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewProfile"];
            };
        };
        responses: {
            /** @description The updated profile. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the animal. */
                petId: Int64;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "goodWith": {
                 *         "cats": false
                 *       }
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["ProfilePatch"];
                /**
                 * @example {
                 *       "goodWith": {
                 *         "cats": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ProfilePatch"];
            };
        };
        responses: {
            /** @description The updated profile. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
        };
    };
    replaceProfiles: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request takes effect once. 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "profiles": [
                 *         {
                 *           "petId": 1,
                 *           "published": true,
                 *           "species": "dog",
                 *           "sex": "female",
                 *           "goodWith": {
                 *             "children": true
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ProfileBatch"];
            };
        };
        responses: {
            /** @description The result for each profile. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileBatchResults"];
                };
            };
        };
    };
    listHistory: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Where to continue: the `X-Next-Cursor` of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the animal. */
                petId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryEntry"][];
                };
            };
        };
    };
    listPhotos: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the animal. */
                petId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The photos. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Photo"][];
                };
            };
        };
    };
    addPhoto: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request takes effect once. 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of the animal. */
                petId: Int64;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The file.
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description The photo. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Photo"];
                };
            };
        };
    };
    orderPhotos: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the animal. */
                petId: Int64;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       1
                 *     ]
                 */
                "application/json": components["schemas"]["PhotoOrder"];
            };
        };
        responses: {
            /** @description The photos, in their new order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Photo"][];
                };
            };
        };
    };
    getPhoto: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the photo. */
                photoId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The photo. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Photo"];
                };
            };
        };
    };
    deletePhoto: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the photo. */
                photoId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updatePhoto: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the photo. */
                photoId: Int64;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "alt": "Biscuit sits on the grass",
                 *       "focus": {
                 *         "x": 0.5,
                 *         "y": 0.3
                 *       }
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["PhotoPatch"];
                /**
                 * @example {
                 *       "alt": "Biscuit sits on the grass",
                 *       "focus": {
                 *         "x": 0.5,
                 *         "y": 0.3
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PhotoPatch"];
            };
        };
        responses: {
            /** @description The updated photo. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Photo"];
                };
            };
        };
    };
    listListings: {
        parameters: {
            query?: {
                /** @description Only these species. Several are repeated or separated by commas. */
                species?: ("dog" | "cat" | "rabbit" | "smallFurry" | "bird" | "horse" | "reptile" | "fish" | "barnyard" | "other")[];
                /** @description Only these breeds, ignoring case and accents. Several are repeated or separated by commas. */
                breed?: string[];
                /** @description Only of this sex. Several are repeated or separated by commas. */
                sex?: ("male" | "female")[];
                /** @description Only of these sizes. Several are repeated or separated by commas. */
                size?: ("small" | "medium" | "large" | "extraLarge")[];
                /** @description Only of these ages: under 1 year, under 3, under 8, older. Several are repeated or separated by commas. */
                age?: ("baby" | "young" | "adult" | "senior")[];
                /** @description Only animals that are known to be good with all of these. Several are repeated or separated by commas. */
                goodWith?: ("children" | "dogs" | "cats")[];
                /** @description Only with one of these tags, ignoring case and accents. Several are repeated or separated by commas. */
                tag?: string[];
                /** @description Only with these coats. Several are repeated or separated by commas. */
                coat?: ("hairless" | "short" | "medium" | "long" | "wire" | "curly")[];
                /** @description Only with one of these colours, ignoring case and accents. Several are repeated or separated by commas. */
                color?: string[];
                /** @description Only animals that are known to be house-trained. */
                houseTrained?: "true";
                /** @description Only animals with special needs, or only animals without any given. */
                specialNeeds?: "true" | "false";
                /** @description Only animals that have all these words in their name, breed, description or tags, or in part of their name (from 3 characters), ignoring case and accents. */
                q?: string;
                /** @description Only animals of these organizations. Several are repeated or separated by commas. */
                organizationId?: Int64[];
                /** @description Only animals of your own organization: that of the account of your key. */
                mine?: "true";
                /** @description Only animals with this status. */
                status?: "available" | "pending";
                /** @description Latitude and longitude, such as `52.52,13.40`: adds `distanceKm`. */
                near?: string;
                /** @description Only animals of organizations within this distance of `near`: `50km`, `30mi`. */
                within?: string;
                /** @description Only published after this time (RFC 3339). */
                publishedAfter?: string;
                /** @description Newest or oldest first, by name, or nearest to `near` first: then only animals whose organization has a place are listed. With `q` the default is `relevance`: found in the name first, then in the breed, then in the tags. Of many matches the newest 1,000 are sorted by relevance, name or distance. Without `q` the default is `-publishedAt`. */
                sort?: "-publishedAt" | "publishedAt" | "name" | "distance" | "relevance";
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Where to continue: the `X-Next-Cursor` of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of listings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Listing"][];
                };
            };
        };
    };
    countListings: {
        parameters: {
            query?: {
                /** @description Only these species. Several are repeated or separated by commas. */
                species?: ("dog" | "cat" | "rabbit" | "smallFurry" | "bird" | "horse" | "reptile" | "fish" | "barnyard" | "other")[];
                /** @description Only these breeds, ignoring case and accents. Several are repeated or separated by commas. */
                breed?: string[];
                /** @description Only of this sex. Several are repeated or separated by commas. */
                sex?: ("male" | "female")[];
                /** @description Only of these sizes. Several are repeated or separated by commas. */
                size?: ("small" | "medium" | "large" | "extraLarge")[];
                /** @description Only of these ages: under 1 year, under 3, under 8, older. Several are repeated or separated by commas. */
                age?: ("baby" | "young" | "adult" | "senior")[];
                /** @description Only animals that are known to be good with all of these. Several are repeated or separated by commas. */
                goodWith?: ("children" | "dogs" | "cats")[];
                /** @description Only with one of these tags, ignoring case and accents. Several are repeated or separated by commas. */
                tag?: string[];
                /** @description Only with these coats. Several are repeated or separated by commas. */
                coat?: ("hairless" | "short" | "medium" | "long" | "wire" | "curly")[];
                /** @description Only with one of these colours, ignoring case and accents. Several are repeated or separated by commas. */
                color?: string[];
                /** @description Only animals that are known to be house-trained. */
                houseTrained?: "true";
                /** @description Only animals with special needs, or only animals without any given. */
                specialNeeds?: "true" | "false";
                /** @description Only animals that have all these words in their name, breed, description or tags, or in part of their name (from 3 characters), ignoring case and accents. */
                q?: string;
                /** @description Only animals of these organizations. Several are repeated or separated by commas. */
                organizationId?: Int64[];
                /** @description Only animals of your own organization: that of the account of your key. */
                mine?: "true";
                /** @description Only animals with this status. */
                status?: "available" | "pending";
                /** @description Latitude and longitude, such as `52.52,13.40`: adds `distanceKm`. */
                near?: string;
                /** @description Only animals of organizations within this distance of `near`: `50km`, `30mi`. */
                within?: string;
                /** @description Only published after this time (RFC 3339). */
                publishedAfter?: string;
            };
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListingFacets"];
                };
            };
        };
    };
    getListing: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the animal. */
                petId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The listing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Listing"];
                };
            };
        };
    };
    listOrganizations: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Where to continue: the `X-Next-Cursor` of the previous page. */
                cursor?: string;
                /** @description The `id` of the last item seen, in the place of `cursor`, for clients that see bodies only: what follows it in the order of the list is returned. A page with fewer items than `limit` is the last. */
                after?: Int64;
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of organizations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"][];
                };
            };
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the organization. */
                organizationId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    putOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the account. */
                accountId: Int64;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Paws and Whiskers",
                 *       "address": {
                 *         "city": "Berlin",
                 *         "country": "DE"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewOrganization"];
            };
        };
        responses: {
            /** @description The updated organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description The new organization. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    listCategories: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Where to continue: the `X-Next-Cursor` of the previous page. */
                cursor?: string;
                /** @description The `id` of the last item seen, in the place of `cursor`, for clients that see bodies only: what follows it in the order of the list is returned. A page with fewer items than `limit` is the last. */
                after?: Int64;
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of categories. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"][];
                };
            };
        };
    };
    getCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The `categoryId` of its animals. */
                categoryId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The category. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
        };
    };
    putCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description The `categoryId` of its animals. */
                categoryId: Int64;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Dogs"
                 *     }
                 */
                "application/json": components["schemas"]["NewCategory"];
            };
        };
        responses: {
            /** @description The updated category. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            /** @description The new category. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
        };
    };
    deleteCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description The `categoryId` of its animals. */
                categoryId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description The `categoryId` of its animals. */
                categoryId: Int64;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Dogs and puppies"
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["CategoryPatch"];
                /**
                 * @example {
                 *       "name": "Dogs and puppies"
                 *     }
                 */
                "application/json": components["schemas"]["CategoryPatch"];
            };
        };
        responses: {
            /** @description The updated category. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
        };
    };
    getInventory: {
        parameters: {
            query?: {
                /** @description Only animals of this category. */
                categoryId?: Int64;
            };
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PetCounts"];
                };
            };
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Where to continue: the `X-Next-Cursor` of the previous page. */
                cursor?: string;
                /** @description The `id` of the last item seen, in the place of `cursor`, for clients that see bodies only: what follows it in the order of the list is returned. A page with fewer items than `limit` is the last. */
                after?: Int64;
                /** @description Only orders with this status. */
                status?: components["schemas"]["OrderStatus"];
                /** @description Only orders for this animal. */
                petId?: Int64;
                /** @description Only orders that have each of these words in the customer's name or email address, or in the animal's name, ignoring case and accents; or of which the order or the animal has this id. */
                q?: string;
                /** @description Only placed orders that expire within so many hours. */
                expiresWithin?: number;
                /** @description Oldest (`id`) or newest (`-id`) first. */
                sort?: "id" | "-id";
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of orders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"][];
                };
            };
        };
    };
    placeOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request takes effect once. 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "petId": 1,
                 *       "customer": {
                 *         "name": "Ada Lovelace",
                 *         "email": "ada@example.org"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewOrder"];
            };
        };
        responses: {
            /** @description The order. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the order. */
                orderId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    updateOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the order. */
                orderId: Int64;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "approved"
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["OrderPatch"];
                /**
                 * @example {
                 *       "status": "approved"
                 *     }
                 */
                "application/json": components["schemas"]["OrderPatch"];
            };
        };
        responses: {
            /** @description The updated order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    undoOrderStep: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request takes effect once. 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of the order. */
                orderId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order as it was before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    eraseCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the order. */
                orderId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer is erased. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getContract: {
        parameters: {
            query?: {
                /** @description How days and money are written, as a language tag (BCP 47). */
                locale?: string;
                /** @description Where the days are those of, as a name of the IANA time zone database. */
                timeZone?: string;
            };
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the order. */
                orderId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrintedDocument"];
                };
            };
        };
    };
    getReturnSlip: {
        parameters: {
            query?: {
                /** @description How days and money are written, as a language tag (BCP 47). */
                locale?: string;
                /** @description Where the days are those of, as a name of the IANA time zone database. */
                timeZone?: string;
            };
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the order. */
                orderId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrintedDocument"];
                };
            };
        };
    };
    getDocumentTemplates: {
        parameters: {
            query?: {
                /** @description Whose templates. Your own account if left out. */
                accountId?: Int64;
            };
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The templates. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentTemplates"];
                };
            };
        };
    };
    putDocumentTemplates: {
        parameters: {
            query?: {
                /** @description Whose templates. Your own account if left out. */
                accountId?: Int64;
            };
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "contract": {
                 *         "title": "Adoption contract",
                 *         "text": "{{adopter.name}} takes **{{animal.name}}** home."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewDocumentTemplates"];
            };
        };
        responses: {
            /** @description The templates. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentTemplates"];
                };
            };
        };
    };
    previewDocument: {
        parameters: {
            query?: {
                /** @description Whose templates. Your own account if left out. */
                accountId?: Int64;
                /** @description How days and money are written, as a language tag (BCP 47). */
                locale?: string;
                /** @description Where the days are those of, as a name of the IANA time zone database. */
                timeZone?: string;
            };
            header?: {
                /** @description Makes retries safe: the request takes effect once. 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "contract",
                 *       "title": "Adoption contract",
                 *       "text": "{{adopter.name}} takes **{{animal.name}}** home."
                 *     }
                 */
                "application/json": components["schemas"]["TemplatePreview"];
            };
        };
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrintedDocument"];
                };
            };
        };
    };
    listApplications: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Where to continue: the `X-Next-Cursor` of the previous page. */
                cursor?: string;
                /** @description The `id` of the last item seen, in the place of `cursor`, for clients that see bodies only: what follows it in the order of the list is returned. A page with fewer items than `limit` is the last. */
                after?: Int64;
                /** @description Only applications with this status. Several are repeated or separated by commas. */
                status?: components["schemas"]["ApplicationStatus"][];
                /** @description Only applications for this animal. */
                petId?: Int64;
                /** @description Only those that this user takes care of. */
                assigneeId?: Int64;
                /** @description Only those whose applicant has this in the name or the email address; case and accents make no difference. */
                q?: string;
                /** @description Oldest (`id`) or newest (`-id`) first. */
                sort?: "id" | "-id";
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of applications. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Application"][];
                };
            };
        };
    };
    submitApplication: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request takes effect once. 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "petId": 1,
                 *       "formId": 1,
                 *       "applicant": {
                 *         "name": "Ada Lovelace",
                 *         "email": "ada@example.org"
                 *       },
                 *       "answers": {
                 *         "garden": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewApplication"];
            };
        };
        responses: {
            /** @description The application. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmittedApplication"];
                };
            };
        };
    };
    getApplication: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the application. */
                applicationId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The application. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Application"];
                };
            };
        };
    };
    updateApplication: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the application. */
                applicationId: Int64;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "inReview",
                 *       "note": "Call on Monday."
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["ApplicationPatch"];
                /**
                 * @example {
                 *       "status": "inReview",
                 *       "note": "Call on Monday."
                 *     }
                 */
                "application/json": components["schemas"]["ApplicationPatch"];
            };
        };
        responses: {
            /** @description The updated application. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Application"];
                };
            };
        };
    };
    approveApplication: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request takes effect once. 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of the application. */
                applicationId: Int64;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "closeOthers": true
                 *     }
                 */
                "application/json": components["schemas"]["Approval"];
            };
        };
        responses: {
            /** @description The order. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    eraseApplicant: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the application. */
                applicationId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The applicant is erased. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    exportApplicant: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the application. */
                applicationId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What there is of the person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicantExport"];
                };
            };
        };
    };
    listPeople: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Where to continue: the `X-Next-Cursor` of the previous page. */
                cursor?: string;
                /** @description Only people who have each of these words in any part of a name or the email address, ignoring case and accents. */
                q?: string;
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of people. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"][];
                };
            };
        };
    };
    getPerson: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the person. */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonDetails"];
                };
            };
        };
    };
    erasePerson: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the person. */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was erased. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasedPerson"];
                };
            };
        };
    };
    exportPerson: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the person. */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What there is of the person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicantExport"];
                };
            };
        };
    };
    listForms: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Where to continue: the `X-Next-Cursor` of the previous page. */
                cursor?: string;
                /** @description The `id` of the last item seen, in the place of `cursor`, for clients that see bodies only: what follows it in the order of the list is returned. A page with fewer items than `limit` is the last. */
                after?: Int64;
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of forms. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Form"][];
                };
            };
        };
    };
    createForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request takes effect once. 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Dogs",
                 *       "questions": [
                 *         {
                 *           "id": "home",
                 *           "label": "What is your home like?",
                 *           "kind": "choice",
                 *           "required": true,
                 *           "options": [
                 *             "House",
                 *             "Flat"
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewForm"];
            };
        };
        responses: {
            /** @description The new form. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Form"];
                };
            };
        };
    };
    getForm: {
        parameters: {
            query?: {
                /** @description An earlier version; the latest when left out. */
                version?: number;
            };
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the form. */
                formId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Form"];
                };
            };
        };
    };
    putForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the form. */
                formId: Int64;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Dogs",
                 *       "questions": [
                 *         {
                 *           "id": "home",
                 *           "label": "What is your home like?",
                 *           "kind": "choice",
                 *           "required": true,
                 *           "options": [
                 *             "House",
                 *             "Flat"
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewForm"];
            };
        };
        responses: {
            /** @description The new version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Form"];
                };
            };
        };
    };
    reportAdoptions: {
        parameters: {
            query?: {
                /** @description The first day; left out, the first of the month eleven months before `to`. */
                from?: string;
                /** @description The last day; left out, today. At most ten years after `from`. */
                to?: string;
                /** @description Only animals of this account. Only staff and keys with `admin` may name another one than their own. */
                accountId?: Int64;
            };
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdoptionReport"];
                    "text/csv": string;
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The `id` of the last event seen: only later ones are returned. */
                after?: string;
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Only events of these types, repeated or separated by commas. */
                type?: ("pet.created" | "pet.updated" | "pet.deleted" | "pet.profileUpdated" | "pet.photosUpdated" | "listing.published" | "listing.unpublished" | "order.placed" | "order.updated" | "application.submitted" | "application.updated" | "category.updated" | "key.banned" | "webhook.disabled")[];
            };
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"][];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description The `id` of the last event seen: only later ones are returned. */
                after?: string;
                /** @description Only events of these types, repeated or separated by commas. */
                type?: ("pet.created" | "pet.updated" | "pet.deleted" | "pet.profileUpdated" | "pet.photosUpdated" | "listing.published" | "listing.unpublished" | "order.placed" | "order.updated" | "application.submitted" | "application.updated" | "category.updated" | "key.banned" | "webhook.disabled")[];
            };
            header?: {
                /** @description Continues after this event. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example id: evt_0000000000000000041
                     *
                     *     id: evt_0000000000000000042
                     *     event: pet.created
                     *     data: {"id":"evt_0000000000000000042","type":"pet.created","time":"2026-11-20T09:30:00.000Z","data":{"id":1,"name":"Biscuit","categoryId":7,"status":"available"}}
                     *
                     *     :
                     */
                    "text/event-stream": string;
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Where to continue: the `X-Next-Cursor` of the previous page. */
                cursor?: string;
                /** @description The `id` of the last item seen, in the place of `cursor`, for clients that see bodies only: what follows it in the order of the list is returned. A page with fewer items than `limit` is the last. */
                after?: Int64;
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of webhooks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request takes effect once. 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shelter.example.org/hooks/adoptions",
                 *       "types": [
                 *         "pet.created",
                 *         "pet.updated"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description The webhook. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the webhook. */
                webhookId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the webhook. */
                webhookId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the webhook. */
                webhookId: Int64;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["WebhookPatch"];
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["WebhookPatch"];
            };
        };
        responses: {
            /** @description The updated webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request takes effect once. 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of the webhook. */
                webhookId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request takes effect once. 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of the webhook. */
                webhookId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outcome. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Where to continue: the `X-Next-Cursor` of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the webhook. */
                webhookId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"][];
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the webhook. */
                webhookId: Int64;
                /** @description Identifier of the delivery. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDetails"];
                };
            };
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request takes effect once. 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of the webhook. */
                webhookId: Int64;
                /** @description Identifier of the delivery. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The updated delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    getRateLimit: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your limits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimit"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Where to continue: the `X-Next-Cursor` of the previous page. */
                cursor?: string;
                /** @description The `id` of the last item seen, in the place of `cursor`, for clients that see bodies only: what follows it in the order of the list is returned. A page with fewer items than `limit` is the last. */
                after?: Int64;
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of users. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"][];
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request takes effect once. 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "alex@shelter.example.org",
                 *       "name": "Alex Moreno",
                 *       "role": "counselor"
                 *     }
                 */
                "application/json": components["schemas"]["NewUser"];
            };
        };
        responses: {
            /** @description The new user. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedUser"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the user. */
                userId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the user. */
                userId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the user. */
                userId: Int64;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "manager"
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["UserPatch"];
                /**
                 * @example {
                 *       "role": "manager"
                 *     }
                 */
                "application/json": components["schemas"]["UserPatch"];
            };
        };
        responses: {
            /** @description The updated user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request takes effect once. 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of the user. */
                userId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordLink"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Where to continue: the `X-Next-Cursor` of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the user, or `me` for oneself. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"][];
                };
            };
        };
    };
    endSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the user, or `me` for oneself. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user is signed out. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the user, or `me` for oneself. */
                userId: string;
                /** @description Identifier of the session. */
                sessionId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Where to continue: the `X-Next-Cursor` of the previous page. */
                cursor?: string;
                /** @description The `id` of the last item seen, in the place of `cursor`, for clients that see bodies only: what follows it in the order of the list is returned. A page with fewer items than `limit` is the last. */
                after?: Int64;
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"][];
                };
            };
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request takes effect once. 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Paws and Whiskers",
                 *       "plan": "pro"
                 *     }
                 */
                "application/json": components["schemas"]["NewAccount"];
            };
        };
        responses: {
            /** @description The account. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the account. */
                accountId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the account. */
                accountId: Int64;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plan": "business"
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["AccountPatch"];
                /**
                 * @example {
                 *       "plan": "business"
                 *     }
                 */
                "application/json": components["schemas"]["AccountPatch"];
            };
        };
        responses: {
            /** @description The updated account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Where to continue: the `X-Next-Cursor` of the previous page. */
                cursor?: string;
                /** @description The `id` of the last item seen, in the place of `cursor`, for clients that see bodies only: what follows it in the order of the list is returned. A page with fewer items than `limit` is the last. */
                after?: Int64;
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the account. */
                accountId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request takes effect once. 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of the account. */
                accountId: Int64;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Adoption site",
                 *       "scopes": [
                 *         "pets:read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description The new key. It is shown only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedApiKey"];
                };
            };
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the key. */
                keyId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the key. */
                keyId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request takes effect once. 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of the key. */
                keyId: Int64;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "graceSeconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["Rotation"];
            };
        };
        responses: {
            /** @description The new key. It is shown only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedApiKey"];
                };
            };
        };
    };
    listBans: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Where to continue: the `X-Next-Cursor` of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of bans. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedBan"][];
                };
            };
        };
    };
    liftBan: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the change only if the resource still has this ETag. */
                "If-Match"?: string;
            };
            path: {
                /** @description Identifier of the key. */
                keyId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ban is lifted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listUsage: {
        parameters: {
            query?: {
                /** @description Number of days, including today. */
                days?: number;
            };
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the account. */
                accountId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageDay"][];
                };
            };
        };
    };
    listMails: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Where to continue: the `X-Next-Cursor` of the previous page. */
                cursor?: string;
                /** @description The `id` of the last item seen, in the place of `cursor`, for clients that see bodies only: what follows it in the order of the list is returned. A page with fewer items than `limit` is the last. */
                after?: Int64;
                /** @description Only mail with this status. */
                status?: components["schemas"]["MailStatus"];
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of mail. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mail"][];
                };
            };
        };
    };
    getMail: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Identifier of the mail. */
                mailId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailWithText"];
                };
            };
        };
    };
    retryMail: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: the request takes effect once. 1-255 printable characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Identifier of the mail. */
                mailId: Int64;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What becomes of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailState"];
                };
            };
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description Maximum number of items returned. */
                limit?: number;
                /** @description Where to continue: the `X-Next-Cursor` of the previous page. */
                cursor?: string;
                /** @description The `id` of the last item seen, in the place of `cursor`, for clients that see bodies only: what follows it in the order of the list is returned. A page with fewer items than `limit` is the last. */
                after?: Int64;
                /** @description Who did it: `key`, `key:12` or `12`. */
                actor?: string;
                /** @description What was done: `pet.update`, or `pet` for all that begin with it. */
                action?: "pet.create" | "pet.update" | "pet.delete" | "pet.batch" | "profile.update" | "profile.batch" | "listing.publish" | "listing.unpublish" | "organization.update" | "documentTemplates.update" | "photo.add" | "photo.update" | "photo.order" | "photo.delete" | "category.update" | "category.delete" | "order.place" | "order.update" | "order.approve" | "order.deliver" | "order.return" | "order.cancel" | "order.expire" | "order.read" | "order.list" | "order.print" | "order.undo" | "customer.erase" | "event.list" | "event.stream" | "form.create" | "form.update" | "application.submit" | "application.update" | "application.approve" | "application.decline" | "application.withdraw" | "application.read" | "application.list" | "application.export" | "applicant.erase" | "person.list" | "person.read" | "person.export" | "account.create" | "account.update" | "account.suspend" | "account.resume" | "account.transfer" | "account.receive" | "key.create" | "key.rotate" | "key.revoke" | "key.ban" | "ban.lift" | "webhook.create" | "webhook.update" | "webhook.disable" | "webhook.rotate" | "webhook.delete" | "webhook.redeliver" | "delivery.read" | "import" | "export" | "backup" | "restore" | "copy" | "restore.confirm" | "sample.add" | "sample.remove" | "mail.list" | "mail.read" | "mail.retry" | "audit.export" | "audit.begin" | "audit.gap" | "audit.unverified" | "user.create" | "user.update" | "user.delete" | "user.signIn" | "user.signInFailed" | "user.signOut" | "pet" | "profile" | "listing" | "organization" | "documentTemplates" | "photo" | "category" | "order" | "customer" | "event" | "form" | "application" | "applicant" | "person" | "account" | "key" | "ban" | "webhook" | "delivery" | "sample" | "mail" | "audit" | "user";
                /** @description What it was done to: `pet`, `pet:12` or `12`. */
                target?: string;
            };
            header?: {
                /** @description `return=total-count` adds `X-Total-Count`. */
                Prefer?: string;
                /** @description Returns 304 if the response would still have this ETag. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntry"][];
                };
            };
        };
    };
}

export const petStatuses = [
  "available",
  "pending",
  "sold"
] as const

export const historyActions = [
  "added",
  "changed",
  "moved",
  "transferred",
  "profileChanged",
  "published",
  "unpublished",
  "photoAdded",
  "photoChanged",
  "photoRemoved",
  "photosOrdered",
  "orderPlaced",
  "orderMoved",
  "orderChanged",
  "orderUndone",
  "applicationReceived",
  "applicationMoved",
  "applicationChanged"
] as const

export const orderStatuses = [
  "placed",
  "approved",
  "delivered",
  "returned",
  "cancelled",
  "expired"
] as const

export const documentKinds = [
  "contract",
  "returnSlip"
] as const

export const placeholders = [
  "animal.name",
  "animal.number",
  "animal.species",
  "animal.breed",
  "animal.sex",
  "animal.birthDate",
  "animal.colors",
  "animal.microchip",
  "animal.neutered",
  "adopter.name",
  "adopter.email",
  "adopter.phone",
  "organization.name",
  "organization.address",
  "organization.email",
  "organization.phone",
  "organization.website",
  "adoption.number",
  "adoption.date",
  "fee",
  "return.date",
  "return.reason",
  "today",
  "line"
] as const

export const questionKinds = [
  "text",
  "longText",
  "choice",
  "choices",
  "yesNo",
  "number",
  "date",
  "email",
  "phone"
] as const

export const applicationStatuses = [
  "submitted",
  "inReview",
  "meetAndGreet",
  "homeVisit",
  "referenceCheck",
  "approved",
  "declined",
  "withdrawn"
] as const

export const roles = [
  "viewer",
  "counselor",
  "manager",
  "admin"
] as const

export const plans = [
  "free",
  "pro",
  "business",
  "enterprise"
] as const

export const scopes = [
  "pets:read",
  "pets:write",
  "listings:read",
  "orders:read",
  "orders:write",
  "categories:write",
  "webhooks:manage",
  "applications:create",
  "applications:read",
  "applications:write",
  "admin"
] as const

export const keyKinds = [
  "secret",
  "publishable"
] as const

export const mailStatuses = [
  "pending",
  "sent",
  "failed",
  "manual",
  "skipped"
] as const

export const eventTypes = [
  "pet.created",
  "pet.updated",
  "pet.deleted",
  "pet.profileUpdated",
  "pet.photosUpdated",
  "listing.published",
  "listing.unpublished",
  "order.placed",
  "order.updated",
  "application.submitted",
  "application.updated",
  "category.updated",
  "key.banned",
  "webhook.disabled"
] as const
