//! Referrals.

texts! {
    REFERRAL_UNKNOWN = "There is no referral {id}.";
    REFERRAL_SHARED = "Several referrals have the ID {id}.";
    REFERRAL_ADDED = "Added the referral {id} from {project}";
    REFERRAL_STATUS = "Set the referral {id} to {status}";
}
